import Foundation
package import Glibc

/// A program in a pseudo-terminal, as a person would run it: keys go in, a screen comes out.
package final class PseudoTerminal {
    private var controller: Int32
    /// The process, to look it up.
    package let process: pid_t
    package private(set) var screen: ScreenReader
    /// Everything the program wrote.
    package private(set) var output: [UInt8] = []
    package private(set) var exitStatus: Int32?

    /// Starts a program with a terminal of its own as its standard input, output and errors.
    package init(
        _ program: String, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
        environment: [String: String] = [:]
    ) throws {
        self.screen = ScreenReader(columns: columns, rows: rows)
        var window = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        self.controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var number: Int32 = 0
        var isLocked: Int32 = 0
        guard self.controller >= 0, ioctl(self.controller, Self.unlock, &isLocked) == 0,
            ioctl(self.controller, Self.getNumber, &number) == 0
        else { throw PseudoTerminalError.unavailable }
        _ = ioctl(self.controller, UInt(TIOCSWINSZ), &window)
        self.process = try Self.spawn(
            program, arguments, terminal: "/dev/pts/\(number)", environment: environment)
    }

    // What Glibc's module does not show of pty(7) and posix_spawn(3): TIOCSPTLCK, TIOCGPTN and
    // POSIX_SPAWN_SETSID.
    private static let unlock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430
    private static let newSession: Int16 = 0x80

    deinit {
        if self.exitStatus == nil {
            kill(self.process, SIGKILL)
            waitpid(self.process, nil, 0)
        }
        if self.controller >= 0 { close(self.controller) }
    }

    /// Types text, or bytes of keys.
    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(self.controller, bytes, bytes.count)
    }

    package func resize(columns: Int, rows: Int) {
        var window = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        self.screen = ScreenReader(columns: columns, rows: rows)
        _ = ioctl(self.controller, UInt(TIOCSWINSZ), &window)
    }

    package func send(signal: Int32) { kill(self.process, signal) }

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

    /// Reads until a condition holds.
    /// - Returns: whether it did, within the time.
    package func wait(seconds: Double = 5, until condition: (PseudoTerminal) -> Bool) -> Bool {
        let end = Date().addingTimeInterval(seconds)
        while !condition(self) {
            guard Date() < end else { return false }
            self.readSome()
        }
        return true
    }

    /// Reads for a time, whatever comes.
    /// - Returns: how many bytes came.
    package func read(seconds: Double) -> Int {
        let before = self.output.count
        _ = self.wait(seconds: seconds) { _ in false }
        return self.output.count - before
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

    /// Whether a text is on the screen, within the time.
    package func shows(_ text: String, seconds: Double = 5) -> Bool {
        self.wait(seconds: seconds) { $0.screen.text.contains(text) }
    }

    /// The status the program ended with, within the time: its exit code, or 128 and a signal.
    package func end(seconds: Double = 5) -> Int32? {
        _ = self.wait(seconds: seconds) { terminal in terminal.hasEnded() }
        return self.exitStatus
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
        guard poll(&descriptor, 1, timeout) == 1, descriptor.revents & Int16(POLLIN) != 0 else {
            return false
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(self.controller, &buffer, buffer.count)
        guard count > 0 else { return false }
        self.output += buffer[..<count]
        self.screen.write(buffer[..<count])
        return true
    }

    /// As the leader of a new session: the terminal it opens becomes its controlling terminal.
    private static func spawn(
        _ program: String, _ arguments: [String], terminal: String, environment: [String: String]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Self.newSession)
        var inherited = ProcessInfo.processInfo.environment
        for name in [
            "NO_COLOR", "BUOY_SECRET", "BUOY_THEME", "BUOY_CONFIG", "SSH_CONNECTION", "SSH_TTY",
            "TMUX", "STY", "COLORTERM",
        ] {
            inherited[name] = nil
        }
        let variables = inherited.merging(
            ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
        ) { $1 }
        var arguments: [UnsafeMutablePointer<CChar>?] =
            ([program] + arguments).map { strdup($0) } + [nil]
        var variableTexts: [UnsafeMutablePointer<CChar>?] =
            variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variableTexts { free(text) } }
        var process: pid_t = 0
        let result = posix_spawn(
            &process, program, &actions, &attributes, &arguments, &variableTexts)
        guard result == 0 else { throw PseudoTerminalError.notStarted(result) }
        return process
    }
}

package enum PseudoTerminalError: Error {
    case unavailable
    case notStarted(Int32)
}
