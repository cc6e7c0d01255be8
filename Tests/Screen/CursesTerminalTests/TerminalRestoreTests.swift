import BuoyTestBasics
import CBuoyNcurses
import Dispatch
import Foundation
import Glibc
import Synchronization
import Testing

@testable import BuoyCursesTerminal

@Suite(.serialized, .inTurn)
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

    /// The screen is a pipe here. What a thread started to write before a signal stands before what
    /// restores the terminal.
    @Test("the terminal is restored after what another thread is writing")
    func afterAWrite() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (readEnd, screen) = (ends[0], ends[1])
        defer { for end in ends { close(end) } }
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        TerminalRestore.arm(reset: Array("restored".utf8), settings: settings, screen: screen)
        let begun = DispatchSemaphore(value: 0)
        // Another descriptor stands for the one that the system had looked up before the screen was
        // detached.
        let lookedUp = dup(screen)
        let writer = Thread {
            _ = TerminalRestore.whileUsing {
                begun.signal()
                // Once the screen is detached, what restores the terminal could come, but must not.
                while (try? Self.place(of: screen)) != "/dev/null" { sched_yield() }
                var early = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
                poll(&early, 1, 20)
                return write(lookedUp, "frame ", 6)
            }
        }
        writer.start()
        begun.wait()
        TerminalRestore.forGood()
        var text = [UInt8](repeating: 0, count: 64)
        let count = read(readEnd, &text, text.count)
        #expect(String(decoding: text.prefix(max(count, 0)), as: UTF8.self) == "frame restored")
        close(lookedUp)
        close(TerminalRestore.screen)
        TerminalRestore.arm(reset: [], settings: settings, screen: STDOUT_FILENO)
        TerminalRestore.setDuty(.nothing)
    }

    @Test("once the terminal is restored permanently, nothing uses it any more")
    func over() throws {
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        TerminalRestore.arm(reset: [], settings: settings, screen: STDOUT_FILENO)
        TerminalRestore.setDuty(.nothing)
        TerminalRestore.forGood()
        let thread = Mutex("")
        let hasUsed = Mutex(false)
        let late = Thread {
            let path = "/proc/thread-self"
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            thread.withLock { $0 = own ?? "" }
            TerminalRestore.whileUsing { hasUsed.withLock { $0 = true } }
        }
        late.start()
        // It has used the terminal, or waits.
        let hasDecided = waitUntil {
            let stat = "/proc/\(thread.withLock { $0 })/stat"
            let text = (try? String(contentsOfFile: stat, encoding: .utf8)) ?? ""
            return hasUsed.withLock { $0 } || text.contains(") S ")
        }
        #expect(hasDecided)
        #expect(!hasUsed.withLock { $0 })
        // Only a test continues after that.
        TerminalRestore.arm(reset: [], settings: settings, screen: STDOUT_FILENO)
        TerminalRestore.setDuty(.nothing)
        #expect(waitUntil { hasUsed.withLock { $0 } })
    }

    private static func place(of descriptor: Int32) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
    }
}
