import ChannelsProtocol

extension ChannelsClient.Channel {
    /// Waits until the server has confirmed the subscription. Returns immediately if it already
    /// has.
    ///
    /// ```swift
    /// let orders = try await client.subscribe("private-orders")
    /// try await orders.subscribed()
    /// ```
    /// - Throws: `ClientError` if the subscription fails, the channel is unsubscribed, or the
    ///   client fails or stops. If the client has already failed, this is its `failure`.
    ///   `CancellationError` if the task is cancelled.
    public func subscribed() async throws {
        // Listen first, then check, so that no answer in between is missed.
        let reports = ClientStream<ClientReport>(ListenerSource(self.broadcaster)) { batch, _ in
            batch
        }
        if try await self.isDecided() { return }
        for await report in reports {
            switch report.kind {
            case .subscriptionChanged(self.name, .subscribed): return
            case .subscriptionChanged(self.name, .failed),
                .subscriptionChanged(self.name, .unsubscribed),
                .subscriptionChanged(self.name, .unsubscribing):
                if try await self.isDecided() { return }
            case .stateChanged(let change) where change.current == .failed:
                throw change.error ?? self.error("The client has failed.")
            default: continue
            }
        }
        try Task.checkCancellation()
        throw await self.client?.failure ?? self.error("The client has stopped.")
    }

    private func isDecided() async throws(ClientError) -> Bool {
        let state = await self.state
        switch state {
        case .subscribed: return true
        case .requested, .authorizing, .subscribing: break
        case .failed:
            throw state.flatMap { ClientReport.Kind.subscriptionChanged(self.name, $0).error }
                ?? self.error("The subscription failed.")
        case .unsubscribing, .unsubscribed, nil:
            throw self.error("The channel is not subscribed.")
        }
        guard let failure = await self.client?.failure else { return false }
        throw failure
    }

    private func error(_ text: String) -> ClientError {
        ClientError(phase: .subscription, text: text, channel: self.name)
    }
}
