import ChannelsPushProtocol

// Waiting for the service's confirmation, which needs a running `run()`.
extension PushClient {
    /// Waits until the device is registered with the requested platform and token. It makes
    /// progress only while `run()` is running.
    ///
    /// - Returns: the device id assigned by the service.
    /// - Throws: `PushError.refused`, `.notRegistered` if no registration was requested,
    ///   `.stopped`; `CancellationError` if the task is cancelled.
    @discardableResult
    public func registered() async throws -> String {
        let status = try await self.status { $0.deviceID != nil && $0.isTokenRegistered }
        guard let id = status.deviceID else { throw PushError.notRegistered }
        return id
    }

    /// Waits until the subscription to an interest is confirmed.
    ///
    /// - Throws: `PushError.refused`, `.notRegistered`, `.stopped`; `CancellationError` if the task
    ///   is cancelled.
    public func subscribed(to interest: String) async throws {
        try await self.status(of: interest) { $0.registered.contains(interest) }
    }

    /// Waits until the service confirms that the device no longer subscribes to an interest.
    ///
    /// - Throws: `PushError.refused`, `.notRegistered`, `.stopped`; `CancellationError` if the task
    ///   is cancelled.
    public func unsubscribed(from interest: String) async throws {
        try await self.status(of: interest) { !$0.registered.contains(interest) }
    }

    /// Waits until every requested operation is confirmed.
    ///
    /// - Throws: `PushError.refused` for the first operation refused while waiting,
    ///   `.notRegistered`, `.stopped`; `CancellationError` if the task is cancelled.
    public func settled() async throws {
        try await self.status { $0.outbox.isEmpty }
    }

    @discardableResult
    private func status(
        of interest: String? = nil, _ isWanted: @Sendable (PushStatus) -> Bool
    ) async throws -> PushStatus {
        guard !self.isOver else { throw PushError.stopped }
        var known: Set<PushStatus.Refusal>?
        for await status in self.statuses() {
            let earlier = known ?? Set(status.refused)
            known = earlier
            let isOver = interest.map { !status.hasEntry(for: $0) } ?? true
            let refusal = status.refused.last { refusal in
                interest.map { $0 == refusal.interest } ?? !earlier.contains(refusal)
            }
            if let refusal, isOver, interest != nil || status.isSettled {
                throw PushError.refused(refusal)
            }
            if isOver, isWanted(status) { return status }
            guard !status.isSettled else {
                throw status.refused.last { $0.kind == .register }.map(PushError.refused)
                    ?? PushError.notRegistered
            }
        }
        try Task.checkCancellation()
        throw PushError.stopped
    }
}

extension PushStatus {
    fileprivate func hasEntry(for interest: String) -> Bool {
        self.outbox.contains { $0.interest == interest }
    }
}
