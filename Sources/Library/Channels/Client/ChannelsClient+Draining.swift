import ChannelsProtocol
import Logging

/// For a service that lets readers finish after the client has stopped.
extension ChannelsClient {
    /// Returns whether the time has passed; `false` if the task was cancelled before.
    package nonisolated func waits(_ duration: Duration) async -> Bool {
        (try? await self.time.sleep(until: self.time.now().advanced(by: duration))) != nil
    }

    /// Logged because what waits for these readers is lost without any other report.
    package nonisolated func logUnfinishedReaders(_ count: Int, after limit: Duration) {
        (self.logger ?? Logger(label: "channels")).log(
            .notice,
            safely: "\(count) reader\(count == 1 ? "" : "s") had not finished \(limit) after the "
                + "client stopped: the remaining elements were discarded")
    }
}
