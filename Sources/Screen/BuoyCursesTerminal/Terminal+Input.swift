import BuoyTextScreen
import CBuoyNcurses
import Dispatch
import Glibc

extension Terminal {
    /// Never waits, except for the rest of a key that started with Esc.
    func readKeys() -> [KeyPress] {
        guard case .screen = self.presence else { return [] }
        self.decoder.mouse.screen = self.size
        var keys: [KeyPress] = []
        let now = DispatchTime.now()
        if self.decoder.isWaiting,
            now.uptimeNanoseconds &- self.lastInput.uptimeNanoseconds > Self.pause
        {
            keys += self.decoder.inputPaused()
        }
        self.lastInput = now
        var failures = 0
        // Bytes, not characters, because ncurses would lose what follows a byte that is not UTF-8.
        var count = 0
        while failures < Self.mostFailures {
            count += 1
            // A flood of input must not prevent drawing. The rest is reported again at once.
            if count > Self.mostBytes, Self.hasInput() { return keys }
            let code = wgetch(self.pad)
            if let byte = UInt8(exactly: code) {
                keys += self.decoder.received(byte: byte)
                failures = 0
            } else if code != ERR {
                keys += self.decoder.received(key: code)
                failures = 0
            } else {
                // An error is not always the end: a signal may have interrupted the read.
                failures = Self.hasInput() ? failures + 1 : Self.mostFailures
            }
        }
        // The first read enables the keypad.
        self.writeCaptured()
        self.take(self.decoder.takeAnswers())
        return keys + self.decoder.inputEnded()
    }

    func startListening() {
        let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.inputArrived() }
        }
        source.activate()
        self.inputSource = source
        self.signals?.listen { [weak self] signal in
            self?.signalArrived(signal)
        }
    }

    private func inputArrived() {
        // The input is handled immediately afterwards, on the same thread.
        CrashHandlers.coverThisThread()
        guard !Self.hasHungUp else {
            // It would be reported forever.
            self.inputSource?.cancel()
            self.signals?.ignoreHangUp()
            self.continuation.yield(.hungUp)
            return
        }
        // It is reported again.
        guard !self.holdsInput else { return }
        if case .plain = self.presence {
            self.plainInputArrived()
            return
        }
        let keys = self.readKeys()
        // The screen that these keys were pressed for, even if a change of size is pending.
        if !keys.isEmpty, self.takeSize() { self.continuation.yield(.resized(self.size)) }
        if !keys.isEmpty {
            self.continuation.yield(.keys(keys))
        }
    }

    private func signalArrived(_ signal: Int32) {
        switch signal {
        case SIGWINCH:
            self.sizeChanged()
        case SIGUSR2:
            self.continuation.yield(.reload)
        case SIGTSTP:
            self.suspend()
        case SIGCONT:
            // Stopped by a signal that cannot be handled: the shell has used the terminal in the
            // meantime.
            self.continued()
        default:
            self.continuation.yield(.ended(signal: signal))
        }
    }

    private func continued() {
        switch self.presence {
        case .screen, .plain:
            guard Self.isInForeground || self.stop(by: SIGTTOU) else {
                self.presence = .away
                return
            }
            if case .screen = self.presence { self.leave() } else { self.leavePlain() }
        case .away: guard Self.isInForeground else { return }
        case .restored: return
        }
        self.comeBack()
    }

    /// Waits until a burst of size changes is over or has lasted long enough.
    private func sizeChanged() {
        self.hasNewSize = true
        guard !self.isSizePending else { return }
        self.isSizePending = true
        Task { [weak self] in
            for _ in 0..<Self.longestBurst {
                guard self?.hasNewSize == true else { break }
                self?.hasNewSize = false
                try? await Task.sleep(for: .milliseconds(30))
            }
            guard let self else { return }
            self.isSizePending = false
            if self.takeSize() { self.continuation.yield(.resized(self.size)) }
        }
    }

    /// So that a window is also drawn while it is being resized.
    private static let longestBurst = 4

    /// In nanoseconds; then an unfinished sequence or paste is ended.
    private static let pause: UInt64 = 1_000_000_000

    /// Read before the rest of the program continues.
    private static let mostBytes = 8192

    private static let mostFailures = 16

    static func hasInput(within milliseconds: Int32 = 0) -> Bool {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) == 1 && descriptor.revents & Int16(POLLIN) != 0
    }

    /// The terminal reports this, or has input that is empty.
    private static var hasHungUp: Bool {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 0) == 1 else { return false }
        if descriptor.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return true }
        var count: Int32 = 0
        return ioctl(STDIN_FILENO, UInt(FIONREAD), &count) != 0 || count == 0
    }
}
