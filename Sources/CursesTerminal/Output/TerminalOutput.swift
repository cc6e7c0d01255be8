import Dispatch
import Glibc

/// Writes to the terminal without ever waiting for it. What the terminal does not take at once is
/// kept, and written in its order when the terminal takes more.
///
/// A terminal may take nothing for hours: an SSH session that stalls, or one that is stopped with
/// Ctrl-S. A `write` would hold the main actor for as long, and with it every key and signal.
@MainActor
final class TerminalOutput {
    /// Where the terminal is. Opened anew, as the description of standard output is shared with the
    /// shell, which does not expect it to be non-blocking. Standard output if that is not allowed.
    let descriptor: Int32
    private var rest: ArraySlice<UInt8> = []
    private var source: (any DispatchSourceWrite)?

    /// Called whenever everything has been written that had to wait.
    var whenDrained: @MainActor () -> Void = {}

    init() {
        let opened = Self.openTerminal()
        self.descriptor = opened >= 0 ? opened : STDOUT_FILENO
    }

    /// Whether everything was taken.
    var isDrained: Bool { self.rest.isEmpty }

    /// Whether the terminal would take something now, or within so many milliseconds.
    func isWritable(within milliseconds: Int32 = 0) -> Bool {
        var state = pollfd(fd: self.descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, milliseconds) == 1 && state.revents & Int16(POLLOUT) != 0
    }

    /// Writes a text, behind what waits.
    func send(_ text: String) { self.send(Array(text.utf8)) }

    /// Writes bytes, behind what waits.
    func send(_ bytes: [UInt8]) {
        self.rest += bytes
        self.writeSome()
        self.watch()
    }

    /// Forgets what waits. The terminal may be in the middle of a character or a sequence then, and
    /// shows a part of a frame: what is written next has to begin with Esc.
    func discard() {
        self.rest = []
        self.watch()
    }

    /// Writes what waits, for at most so many milliseconds, and answers whether that was all.
    func finish(within milliseconds: Int) -> Bool {
        let end = DispatchTime.now() + .milliseconds(milliseconds)
        while !self.rest.isEmpty, DispatchTime.now() < end {
            _ = self.isWritable(within: 10)
            self.writeSome()
        }
        self.watch()
        return self.rest.isEmpty
    }

    /// Lets the system forget what it was given and the terminal has not taken.
    func makeRoom() {
        tcflush(self.descriptor, TCOFLUSH)
    }

    /// Waits until everything is written. Answers false, and forgets the rest, when that is not
    /// wanted any more.
    func drain(while isWanted: @MainActor () -> Bool) async -> Bool {
        while !self.rest.isEmpty {
            guard isWanted() else { return false }
            guard !Task.isCancelled else {
                self.discard()
                return false
            }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return isWanted()
    }

    /// Writes as much as the terminal takes. What can never be written is forgotten.
    private func writeSome() {
        while !self.rest.isEmpty {
            guard let count = self.writePiece() else {
                if errno == EINTR { continue }
                if errno != EAGAIN { self.rest = [] }
                return
            }
            self.rest = self.rest.dropFirst(count)
        }
        self.rest = []
    }

    /// - Returns: how much was taken; nil, and `errno`, when nothing was.
    private func writePiece() -> Int? {
        var length = self.rest.count
        if self.descriptor == STDOUT_FILENO {
            guard self.isWritable() else {
                errno = EAGAIN
                return nil
            }
            length = min(length, Self.pieceLength)
        }
        let count = self.rest.withUnsafeBytes {
            Glibc.write(self.descriptor, $0.baseAddress, length)
        }
        return count > 0 ? count : nil
    }

    /// Waits for the terminal to take more, if there is more.
    private func watch() {
        if self.rest.isEmpty {
            self.source?.cancel()
            self.source = nil
        } else if self.source == nil {
            let source = DispatchSource.makeWriteSource(
                fileDescriptor: self.descriptor, queue: .main)
            source.setEventHandler { [weak self] in
                MainActor.assumeIsolated { self?.canWrite() }
            }
            source.activate()
            self.source = source
        }
    }

    private func canWrite() {
        guard !self.rest.isEmpty else { return }
        self.writeSome()
        self.watch()
        if self.rest.isEmpty { self.whenDrained() }
    }

    /// Bytes that a descriptor that may block is given at once: what a terminal that takes something
    /// takes at least.
    private static let pieceLength = 128
}

extension TerminalOutput {
    /// Opens the terminal of standard output again; −1 when that is not allowed.
    ///
    /// The terminal's file may belong to somebody else, as after su(1). Then `/dev/tty` may be
    /// opened, if that is the same terminal.
    private static func openTerminal() -> Int32 {
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let opened = open("/proc/self/fd/1", flags)
        if opened >= 0 { return opened }
        let controlling = open("/dev/tty", flags)
        if controlling < 0 || Self.isStandardOutput(controlling) { return controlling }
        close(controlling)
        return -1
    }

    private static func isStandardOutput(_ controlling: Int32) -> Bool {
        var device: UInt32 = 0
        var status = stat()
        guard ioctl(controlling, Self.getDevice, &device) == 0, fstat(STDOUT_FILENO, &status) == 0
        else { return false }
        return UInt64(device) == UInt64(status.st_rdev)
    }

    // What Glibc's module does not show of tty_ioctl(4): TIOCGDEV.
    private static let getDevice: UInt = 0x8004_5432
}
