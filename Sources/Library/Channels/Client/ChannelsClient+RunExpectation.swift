import ChannelsProtocol
import Logging

extension ChannelsClient {
    /// How long after `connect()` a missing `run()` is logged.
    static let runTimeLimit = Duration.seconds(5)

    /// A program that forgets to call `run()` would see no error.
    func expectRun() {
        guard self.logger != nil, !self.hasRun, !self.expectsRun else { return }
        self.expectsRun = true
        let limit = self.time.now().advanced(by: Self.runTimeLimit)
        Task { [weak self, time] in
            try? await time.sleep(until: limit)
            await self?.warnUnlessRun()
        }
    }

    private func warnUnlessRun() {
        guard !self.hasRun, !self.isOver else { return }
        self.logger?.log(
            self.options.logLevels == .program ? .warning : .notice,
            safely: "connect() was called, but run() was not: nothing happens until a task awaits "
                + "run()")
    }
}
