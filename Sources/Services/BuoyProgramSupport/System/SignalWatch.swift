@preconcurrency import Dispatch
import Glibc

package struct SignalWatch: Sendable {
    private let signals: AsyncStream<Int32>

    private static let patience = DispatchTimeInterval.milliseconds(900)

    /// Handles these signals from now on, except SIGHUP and SIGINT if they are ignored: nohup(1)
    /// ignores the former, and a script ignores the latter for background processes. A program
    /// that has not ended after `patience` is ended, whatever it waits for.
    package init(_ numbers: [Int32]) {
        let (signals, continuation) = AsyncStream<Int32>.makeStream()
        self.signals = signals
        let mayBeIgnored = [SIGHUP, SIGINT]
        let registered = DispatchGroup()
        // A queue of its own, because threads of the others may be blocked by a reader.
        let queue = DispatchQueue(label: "signals")
        for number in numbers where !mayBeIgnored.contains(number) || !Self.isIgnored(number) {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            // The handler keeps the source and its continuation alive while the program runs,
            // because signals are watched until its end.
            source.setEventHandler {
                _ = source
                continuation.yield(number)
                queue.asyncAfter(deadline: .now() + Self.patience) { _exit(128 + number) }
            }
            registered.enter()
            source.setRegistrationHandler { registered.leave() }
            source.activate()
        }
        // The sources start on another thread. Until then a signal ends the program, as before.
        registered.wait()
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        let handler = action.__sigaction_handler.sa_handler
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    package func next() async -> Int32? {
        for await number in self.signals { return number }
        return nil
    }
}
