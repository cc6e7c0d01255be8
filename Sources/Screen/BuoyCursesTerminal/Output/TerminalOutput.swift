import ChannelsBasics
import Dispatch
import Glibc

/// Never blocks: what the terminal does not accept at once is kept, and written in order when the
/// terminal accepts more.
///
/// A terminal may accept no output for hours: an SSH session that stalls, or one that is stopped
/// with Ctrl-S. A blocking `write` would hold up the main actor for that time, with every key and
/// signal.
@MainActor
final class TerminalOutput {
    /// Opened again, because the shell shares the description of standard output and does not
    /// expect it to be non-blocking. Standard output if that is not allowed.
    let descriptor: Int32
    private var rest: ArraySlice<UInt8> = []
    private var source: (any DispatchSourceWrite)?

    var whenDrained: @MainActor () -> Void = {}

    init() {
        let opened = TerminalFile.openAgain()
        self.descriptor = opened >= 0 ? opened : STDOUT_FILENO
    }

    var isDrained: Bool { self.rest.isEmpty }

    func isWritable(within milliseconds: Int32 = 0) -> Bool {
        var state = pollfd(fd: self.descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, milliseconds) == 1 && state.revents & Int16(POLLOUT) != 0
    }

    func send(_ bytes: [UInt8]) {
        self.rest += bytes
        self.writeSome()
        self.watch()
    }

    /// The terminal may then be in the middle of a character or a sequence, and show a part of a
    /// frame, so the next output has to start with Esc.
    func discard() {
        self.rest = []
        self.watch()
    }

    func finish(within milliseconds: Int) -> Bool {
        let end = DispatchTime.now() + .milliseconds(milliseconds)
        while !self.rest.isEmpty, DispatchTime.now() < end {
            _ = self.isWritable(within: 10)
            self.writeSome()
        }
        self.watch()
        return self.rest.isEmpty
    }

    func makeRoom() {
        tcflush(self.descriptor, TCOFLUSH)
    }

    /// If the output is no longer wanted, discards the rest and returns `false`.
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

    /// What can never be written is discarded.
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

    /// - Returns: how much was accepted; `nil`, with `errno`, if nothing was.
    private func writePiece() -> Int? {
        var length = self.rest.count
        if self.descriptor == STDOUT_FILENO {
            guard self.isWritable() else {
                errno = EAGAIN
                return nil
            }
            length = min(length, Self.pieceLength)
        }
        let count = self.rest.withUnsafeBytes { bytes in
            TerminalRestore.whileUsing {
                Glibc.write(self.descriptor, bytes.baseAddress, length)
            }
        }
        return count > 0 ? count : nil
    }

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

    /// Written at once to a descriptor that may block: a terminal that accepts output accepts at
    /// least this many bytes.
    private static let pieceLength = 128
}
