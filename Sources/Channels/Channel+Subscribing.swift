internal import ChannelsProtocol

extension Channel {
    /// Waits until the server has confirmed the subscription; returns at once when it has already.
    ///
    /// ```swift
    /// let orders = try await client.subscribe("private-orders")
    /// try await orders.subscribed()
    /// ```
    /// - Throws: `ClientError` with the refusal when the subscription fails; also when the channel
    ///   is unsubscribed, the connection enters `failed` or the client stops, because no answer can
    ///   come then. `CancellationError` when the task is cancelled.
    public func subscribed() async throws {
        // Listen first, then look: what is answered in between is among the reports.
        let reports = self.client.events
        if try await self.isDecided() { return }
        for await report in reports {
            switch report.kind {
            case .subscriptionChanged(self.name, .subscribed): return
            case .subscriptionChanged(self.name, .failed),
                .subscriptionChanged(self.name, .unsubscribed),
                .subscriptionChanged(self.name, .unsubscribing):
                if try await self.isDecided() { return }
            case .stateChanged(let change) where change.current == .failed:
                throw report.kind.error ?? self.error("The connection has failed.")
            default: continue
            }
        }
        try Task.checkCancellation()
        throw self.error("The client has stopped.")
    }

    /// Whether the subscription is kept as it is.
    ///
    /// - Throws: `ClientError` when it will not come about.
    private func isDecided() async throws(ClientError) -> Bool {
        let state = await self.state
        switch state {
        case .subscribed: return true
        case .requested, .authorizing, .subscribing: break
        case .failed:
            throw state.flatMap { ClientEvent.Kind.subscriptionChanged(self.name, $0).error }
                ?? self.error("The subscription failed.")
        case .unsubscribing, .unsubscribed, nil:
            throw self.error("The channel is not subscribed.")
        }
        guard await self.client.state == .failed else { return false }
        throw self.error("The connection has failed.")
    }

    private func error(_ text: String) -> ClientError {
        ClientError(phase: .subscription, text: text, channel: self.name)
    }
}
