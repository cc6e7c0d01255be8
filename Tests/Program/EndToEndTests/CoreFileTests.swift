import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

private let writesCoresToFolder =
    (try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8))
    .map { $0.hasPrefix("core") } ?? false

/// Core files, where the system writes them to the working folder.
@Suite("Core files", .inTurn, .enabled(if: writesCoresToFolder))
struct CoreFileTests {
    @Test(
        "a crash writes no core file, unless a developer asks",
        arguments: [("", false), ("enable=no", true)])
    func crash(backtrace: String, isWritten: Bool) throws {
        let folder = try TestFolder()
        let program = try Running(
            ["sandbox", "--listen", "0"],
            environment: ["SWIFT_BACKTRACE": backtrace, "FOLDER": folder.path],
            script: #"cd "$FOLDER" && ulimit -c unlimited && exec "$0" "$@""#)
        #expect(program.wait { $0.contains("127.0.0.1") } != nil, "\(program.errors)")
        program.send(SIGSEGV)
        #expect(program.waitForEnd() == 128 + SIGSEGV)
        #expect(folder.names.contains { $0.hasPrefix("core") } == isWritten)
    }
}
