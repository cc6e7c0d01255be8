import ChannelsEventWords
import ChannelsProtocol
import Logging

extension ChannelsClient {
    /// Waits until the client is connected. Returns immediately if it already is.
    ///
    /// ```swift
    /// async let running: Void = client.run()
    /// await client.connect()
    /// try await client.connected()
    /// ```
    /// It keeps waiting while failures are retried; `errors` reports them. To limit the wait,
    /// cancel the task that calls it.
    ///
    /// - Throws: `ClientError` if the server permanently refuses the client, the policy gives up,
    ///   or the client disconnects or stops; if the client has already failed, its `failure`.
    ///   `CancellationError` if the task is cancelled.
    public nonisolated func connected() async throws {
        // Listen first, then check, so that no change in between is missed.
        let changes = ClientStream<StateChange>(self.source()) { batch, _ in
            batch.compactMap(\.stateChange)
        }
        if try await self.isConnected() { return }
        for await change in changes {
            if change.current == .connected { return }
            if let error = change.error, error.isPermanent { throw error }
            if try await self.isConnected() { return }
        }
        try Task.checkCancellation()
        throw await self.failure ?? Self.stopped
    }

    private func isConnected() throws(ClientError) -> Bool {
        if let failure = self.failure { throw failure }
        guard !self.isOver else { throw Self.stopped }
        switch self.state {
        case .connected: return true
        case .initialized, .connecting, .unavailable, .failed: return false
        case .disconnected:
            throw ClientError(
                phase: .connecting, text: "The client is disconnected: call connect().")
        }
    }

    static let stopped = ClientError(phase: .connecting, text: "The client has stopped.")

    static let hasRunAlready = ClientError(
        phase: .connecting, text: "This client has already run: create a new one.")

    /// A refusal ends `run()`, unless `stopsWhenRefused` is off. Connecting again clears the
    /// failure.
    func noteFailure(_ change: StateChange) {
        guard change.current == .failed else {
            if change.current == .connecting { self.failure = nil }
            return
        }
        self.failure = change.error
        self.logFailure(change)
        guard self.stoppingRefusal != nil else { return }
        self.isOver = true
        self.work.finish()
    }

    var stoppingRefusal: ClientError? {
        guard self.options.stopsWhenRefused, self.failure?.end?.isRefusal == true else {
            return nil
        }
        return self.failure
    }

    /// Logged because nobody may be reading `errors`.
    private func logFailure(_ change: StateChange) {
        guard self.options.logLevels == .library, let end = change.cause.end else { return }
        self.logger?.log(
            .notice,
            safely: "the client has failed and will not retry: \(end.words(.logged)). "
                + end.lastAdvice,
            connection: change.socketID)
    }
}
