import Foundation
import Glibc
import Testing

@testable import CursesTerminal

@Suite(.serialized)
struct TerminalRestoreTests {
    @Test("after a crash, a frame that another thread still draws goes nowhere")
    func detached() throws {
        let output = dup(STDOUT_FILENO)
        defer {
            dup2(output, STDOUT_FILENO)
            close(output)
        }
        let before = try Self.place(of: STDOUT_FILENO)
        TerminalRestore.detachScreen()
        #expect(try Self.place(of: STDOUT_FILENO) == "/dev/null")
        #expect(TerminalRestore.screen != STDOUT_FILENO)
        #expect(try Self.place(of: TerminalRestore.screen) == before)
    }

    private static func place(of descriptor: Int32) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
    }
}
