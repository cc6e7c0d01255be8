@preconcurrency internal import Dispatch
internal import Glibc

/// Signals as a stream, for programs without a screen.
struct SignalWatch: Sendable {
    private let signals: AsyncStream<Int32>

    /// Takes these signals over from now on, but for SIGHUP and SIGINT when they are ignored:
    /// nohup(1) is for the one, and a script starts what is to run in the background like the other.
    init(_ numbers: [Int32]) {
        let (signals, continuation) = AsyncStream<Int32>.makeStream()
        self.signals = signals
        let mayBeIgnored = [SIGHUP, SIGINT]
        for number in numbers where !mayBeIgnored.contains(number) || !Self.isIgnored(number) {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // The handler holds the source, and with it what it yields to, as long as the program
            // runs: signals are watched until its end.
            source.setEventHandler {
                _ = source; continuation.yield(number)
            }
            source.activate()
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        let handler = action.__sigaction_handler.sa_handler
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The next signal; `nil` when the task is cancelled.
    func next() async -> Int32? {
        for await number in self.signals { return number }
        return nil
    }
}
