package import Foundation
import Glibc

/// A program in a pseudo-terminal, as a person would run it: keys go in, a screen comes out. The
/// program has its own home, which is empty and goes away afterwards.
package final class PseudoTerminal {
    private var controller: Int32
    private let home: URL
    /// The process, to look it up.
    package let process: pid_t
    package private(set) var screen: ScreenReader
    /// Everything the program wrote.
    package private(set) var output: [UInt8] = []
    package private(set) var exitStatus: Int32?

    /// Starts a program with its own terminal as its standard input, output and errors.
    ///
    /// - Parameters:
    ///   - environment: variables besides those that every test has; an empty text takes one away.
    ///   - redirection: what a shell does to the program before it starts, such as `</dev/null` or
    ///     `trap '' HUP;`.
    package init(
        _ program: String, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
        environment: [String: String] = [:], redirection: String? = nil
    ) throws {
        self.screen = ScreenReader(columns: columns, rows: rows)
        self.home = FileManager.default.temporaryDirectory
            .appending(path: "buoy-home-\(UUID().uuidString)")
        for name in ["config", "state", "data", "cache"] {
            try FileManager.default.createDirectory(
                at: self.home.appending(path: name), withIntermediateDirectories: true)
        }
        self.controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        var number: Int32 = 0
        var isLocked: Int32 = 0
        guard self.controller >= 0, ioctl(self.controller, Self.unlock, &isLocked) == 0,
            ioctl(self.controller, Self.getNumber, &number) == 0
        else { throw PseudoTerminalError.unavailable }
        Self.setSize(self.controller, columns: columns, rows: rows)
        // What it writes without being told where is in its home.
        let run = "exec \"$0\" \"$@\""
        let what = redirection ?? ""
        let script = "cd \"$HOME\"; " + (what.hasSuffix(";") ? "\(what) \(run)" : "\(run) \(what)")
        let command = ["/bin/sh", "-c", script, program] + arguments
        self.process = try TerminalProcess.start(
            command, terminal: "/dev/pts/\(number)", home: self.home.path(percentEncoded: false),
            environment: environment)
    }

    // What Glibc's module does not show of pty(7): TIOCSPTLCK and TIOCGPTN.
    private static let unlock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    deinit {
        if self.exitStatus == nil {
            kill(self.process, SIGKILL)
            waitpid(self.process, nil, 0)
        }
        if self.controller >= 0 { close(self.controller) }
        try? FileManager.default.removeItem(at: self.home)
    }

    /// Types text, or bytes of keys. What the program writes meanwhile is read.
    package func type(_ text: String) { self.type(bytes: Array(text.utf8)) }

    /// The same for bytes, such as those that are no text.
    package func type(bytes: [UInt8]) {
        let end = Date().addingTimeInterval(10)
        var rest = bytes[...]
        while !rest.isEmpty, Date() < end {
            let count = rest.withUnsafeBytes {
                Glibc.write(self.controller, $0.baseAddress, min($0.count, 1024))
            }
            if count > 0 { rest = rest.dropFirst(count) }
            self.readSome(timeout: count > 0 ? 0 : 5)
        }
    }

    /// Presses keys that have names.
    package func press(_ keys: TerminalKey...) { self.type(keys.map(\.rawValue).joined()) }

    package func resize(columns: Int, rows: Int) {
        self.screen = ScreenReader(columns: columns, rows: rows)
        Self.setSize(self.controller, columns: columns, rows: rows)
    }

    private static func setSize(_ controller: Int32, columns: Int, rows: Int) {
        var window = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &window)
    }

    package func send(signal: Int32) { kill(self.process, signal) }

    /// Sends a signal as soon as the program has written something, before that is read.
    /// - Returns: whether it wrote anything.
    package func sendAtFirstOutput(signal: Int32) -> Bool {
        let end = Date().addingTimeInterval(30)
        var descriptor = pollfd(fd: self.controller, events: Int16(POLLIN), revents: 0)
        // Until the program has opened the terminal, poll returns at once.
        while poll(&descriptor, 1, 1000) == 0 || descriptor.revents & Int16(POLLIN) == 0 {
            guard Date() < end else { return false }
            sched_yield()
        }
        self.send(signal: signal)
        return true
    }

    /// Takes the terminal away, as when an SSH session is cut.
    package func hangUp() {
        close(self.controller)
        self.controller = -1
    }

    /// The settings of the terminal, to compare before and after.
    package var settings: [UInt32] {
        var settings = termios()
        tcgetattr(self.controller, &settings)
        return [settings.c_iflag, settings.c_oflag, settings.c_lflag]
    }

    /// The files that the program has made, below its home.
    package var files: [URL] {
        let found = FileManager.default.enumerator(at: self.home, includingPropertiesForKeys: nil)
        return (found?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }
    }

    /// The folder that is the program's home.
    package var homePath: String { self.home.path(percentEncoded: false) }

    /// Reads until a condition holds.
    /// - Returns: whether it did, within the time.
    package func wait(seconds: Double = 30, until condition: (PseudoTerminal) -> Bool) -> Bool {
        let end = Date().addingTimeInterval(seconds)
        while !condition(self) {
            guard Date() < end else { return false }
            self.readSome()
        }
        return true
    }

    /// Reads for a time, whatever comes.
    /// - Returns: how many bytes came.
    @discardableResult
    package func read(seconds: Double) -> Int {
        let before = self.output.count
        _ = self.wait(seconds: seconds) { _ in false }
        return self.output.count - before
    }

    /// Reads until nothing has come for a moment.
    package func settle(quiet: Int32 = 60, seconds: Double = 2) {
        let end = Date().addingTimeInterval(seconds)
        while Date() < end, self.readSome(timeout: quiet) {}
    }

    /// Reads for a time.
    /// - Returns: how many bytes came in each burst; a frame is one, with silence behind it.
    package func bursts(seconds: Double) -> [Int] {
        var sizes: [Int] = []
        var lastRead = Date.distantPast
        let end = Date().addingTimeInterval(seconds)
        while Date() < end {
            let before = self.output.count
            guard self.readSome() else { continue }
            let now = Date()
            let count = self.output.count - before
            if now.timeIntervalSince(lastRead) < 0.04, let last = sizes.popLast() {
                sizes.append(last + count)
            } else {
                sizes.append(count)
            }
            lastRead = now
        }
        return sizes
    }

    /// Whether a string is on the screen, within the time.
    package func shows(_ text: String, seconds: Double = 30) -> Bool {
        self.wait(seconds: seconds) { $0.screen.text.contains(text) }
    }

    /// Whether a string was written since a mark in `output`, within the time.
    package func writes(_ text: String, after mark: Int = 0, seconds: Double = 30) -> Bool {
        var start = mark
        return self.wait(seconds: seconds) { terminal in
            let new = String(decoding: terminal.output[start...], as: UTF8.self)
            // Much may have been written, and is searched once only.
            start = max(mark, terminal.output.count - text.utf8.count)
            return new.contains(text)
        }
    }

    /// The status the program ended with, within the time: its exit code, or 128 and a signal.
    package func end(seconds: Double = 15) -> Int32? {
        _ = self.wait(seconds: seconds) { terminal in terminal.hasEnded() }
        return self.exitStatus
    }

    /// The same while nobody reads the terminal, which takes nothing then. What was still in it is
    /// read afterwards.
    package func endUnread(seconds: Double = 15) -> Int32? {
        let end = Date().addingTimeInterval(seconds)
        while !self.hasEnded(), Date() < end { usleep(5000) }
        return self.exitStatus
    }

    /// Types text that is short, and reads nothing.
    package func typeUnread(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes {
            Glibc.write(self.controller, $0.baseAddress, $0.count)
        }
    }

    private func hasEnded() -> Bool {
        var status: Int32 = 0
        guard self.exitStatus == nil else { return true }
        guard waitpid(self.process, &status, WNOHANG) == self.process else { return false }
        self.exitStatus = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        while self.readSome(timeout: 0) {}
        return true
    }

    @discardableResult
    private func readSome(timeout: Int32 = 20) -> Bool {
        var descriptor = pollfd(fd: self.controller, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, timeout) == 1 else { return false }
        guard descriptor.revents & Int16(POLLIN) != 0 else {
            // Nobody has the terminal open: poll answers at once, and the process is about to end.
            usleep(2000)
            return false
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(self.controller, &buffer, buffer.count)
        guard count > 0 else { return false }
        self.output += buffer[..<count]
        self.screen.write(buffer[..<count])
        return true
    }
}

package enum PseudoTerminalError: Error {
    case unavailable
    case notStarted(Int32)
}
