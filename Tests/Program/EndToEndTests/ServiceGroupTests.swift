import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// The example with a client and its metrics in a group of services, as a program.
@Suite(.ownThread, .timeLimit(.minutes(5)))
struct ServiceGroupTests {
    @Test("the group ends on SIGTERM, with status 0")
    func termination() throws {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: BuiltProgram.path).deletingLastPathComponent()
            .appending(path: "OrderWatcher")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        defer { process.terminate() }
        var text = ""
        while !text.contains("waiting for orders") {
            let bytes = output.fileHandleForReading.availableData
            try #require(!bytes.isEmpty, "\(text)")
            text += String(decoding: bytes, as: UTF8.self)
        }
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
    }
}
