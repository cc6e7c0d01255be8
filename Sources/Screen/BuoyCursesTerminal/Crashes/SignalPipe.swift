import ChannelsBasics
import Dispatch
import Glibc

/// Turns signals into bytes in a pipe, and the bytes into calls on the main actor.
@MainActor
final class SignalPipe {
    /// If a signal that ends the program is sent again while the first is being handled, the
    /// program ends at once.
    private static let handled = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR2]

    /// These only end a process; the terminal is restored first.
    private static let fatal =
        [SIGQUIT, SIGUSR1, SIGALRM, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO, SIGSYS]
        + SystemSignals.ending

    private var source: (any DispatchSourceRead)?
    private let readEnd: Int32
    private var previous: [Int32: sigaction] = [:]

    /// `nil` if there are no descriptors left. Signals are kept until somebody listens.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        let readEnd = ends[0]
        signalState.pointee = SignalState(writeEnd: ends[1], endings: 0)
        self.readEnd = readEnd
        self.install()
    }

    func listen(_ body: @escaping @MainActor (Int32) -> Void) {
        let readEnd = self.readEnd
        let source = DispatchSource.makeReadSource(fileDescriptor: readEnd, queue: .main)
        source.setEventHandler {
            MainActor.assumeIsolated {
                for signal in Self.waitingSignals(readEnd) { body(signal) }
            }
        }
        source.setCancelHandler { close(readEnd) }
        source.activate()
        self.source = source
    }

    func stop() {
        for (signal, var action) in self.previous {
            sigaction(signal, &action, nil)
        }
        self.previous = [:]
        self.source?.cancel()
        close(signalState.pointee.writeEnd)
        signalState.pointee.writeEnd = -1
    }

    /// Even after `stop()`: the terminal is known to be gone, and the program ends in its own way.
    func ignoreHangUp() {
        self.previous[SIGHUP] = nil
        _ = Glibc.signal(SIGHUP, SIG_IGN)
    }

    var isEnding: Bool { signalState.pointee.endings > 0 }

    /// Returns when the process continues; at once without a shell with job control.
    ///
    /// - Parameter signal: SIGTSTP, or SIGTTOU for a process that would use the terminal in the
    ///   background. The shell shows which one it was.
    func stopProcess(by signal: Int32) {
        var standard = sigaction()
        standard.__sigaction_handler.sa_handler = SIG_DFL
        var ownStop = sigaction()
        var ownContinue = sigaction()
        sigaction(SIGCONT, &standard, &ownContinue)
        sigaction(signal, &standard, &ownStop)
        // Sent to this thread, so that nothing happens between the signal and the stop. Threads of
        // a dispatch queue block signals, and the main actor runs on one of them.
        var stop = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, signal)
        pthread_sigmask(SIG_UNBLOCK, &stop, &blocked)
        raise(signal)
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
        sigaction(signal, &ownStop, nil)
        sigaction(SIGCONT, &ownContinue, nil)
    }

    private func install() {
        for signal in Self.handled {
            self.handle(signal) { signal in
                let saved = errno
                if signal == SIGINT || signal == SIGTERM || signal == SIGHUP {
                    signalState.pointee.endings += 1
                    // When a terminal is closed, both the system and the shell send it.
                    if signalState.pointee.endings > 1, signal != SIGHUP {
                        TerminalRestore.forGood()
                        _exit(128 + signal)
                    }
                }
                var byte = UInt8(truncatingIfNeeded: signal)
                _ = write(signalState.pointee.writeEnd, &byte, 1)
                errno = saved
            }
        }
        for signal in Self.fatal where !Self.isIgnored(signal) {
            self.handle(signal) { signal in
                TerminalRestore.forGood()
                var standard = sigaction()
                standard.__sigaction_handler.sa_handler = SIG_DFL
                sigaction(signal, &standard, nil)
                raise(signal)
            }
        }
        self.handle(SIGPIPE, SIG_IGN)
    }

    private func handle(_ signal: Int32, _ handler: __sighandler_t?) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART
        var old = sigaction()
        sigaction(signal, &action, &old)
        self.previous[signal] = old
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        let handler = action.__sigaction_handler.sa_handler
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func waitingSignals(_ descriptor: Int32) -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(count, 0)).map(Int32.init)
    }
}

private struct SignalState {
    var writeEnd: Int32 = -1

    var endings = 0
}

// Written by the main actor before the handlers are installed, then read and counted by the
// handlers alone.
nonisolated(unsafe) private let signalState: UnsafeMutablePointer<SignalState> = {
    let state = UnsafeMutablePointer<SignalState>.allocate(capacity: 1)
    state.initialize(to: SignalState())
    return state
}()
