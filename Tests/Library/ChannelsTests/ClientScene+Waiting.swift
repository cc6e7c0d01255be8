import BuoyTestSupport
import Channels
import ChannelsProtocol
import Testing

/// Waiting for what a test is about. Whoever waits in vain is ended by the time limit of the suite.
extension ClientScene {
    /// The next change to a state.
    @discardableResult
    func change(to state: ConnectionState) async -> StateChange? {
        let kind = await self.report.first {
            if case .stateChanged(let change) = $0 { change.current == state } else { false }
        }
        guard case .stateChanged(let change)? = kind else { return nil }
        return change
    }

    /// The next retry that is scheduled.
    @discardableResult
    func retry() async -> ScheduledRetry? {
        let kind = await self.report.first { if case .retryScheduled = $0 { true } else { false } }
        guard case .retryScheduled(let retry)? = kind else { return nil }
        return retry
    }

    /// The next event that arrives.
    func received() async -> ChannelsEvent? {
        let kind = await self.report.first { if case .received = $0 { true } else { false } }
        guard case .received(let event)? = kind else { return nil }
        return event
    }

    /// The next problem.
    func problem() async -> ReportedProblem? {
        let kind = await self.report.first { if case .problem = $0 { true } else { false } }
        guard case .problem(let problem)? = kind else { return nil }
        return problem
    }

    /// The failure of the next subscription that fails.
    func nextFailure() async -> SubscriptionFailure? {
        while let (_, state) = await self.report.nextSubscription() {
            if case .failed(let failure) = state { return failure }
        }
        return nil
    }

    /// The next sign-in that the server confirms.
    func signedIn() async {
        await self.report.first { if case .signInChanged(.signedIn) = $0 { true } else { false } }
    }

    /// Lets the server confirm the subscription that the client asks for next.
    @discardableResult
    func confirm(_ connection: ScriptedConnection, roster: Roster? = nil) async -> ClientMessage? {
        let message = await connection.heard()
        guard case .subscribe(let channel, _)? = message else {
            Issue.record("the client did not subscribe: \(String(describing: message))")
            return message
        }
        connection.say(.subscriptionSucceeded(channel, roster: roster))
        await self.report.first { $0 == .subscriptionChanged(channel, .subscribed) }
        return message
    }

    /// Goes through everything that was reported up to now, by making one report more.
    func catchUp() async -> [ClientReport.Kind] {
        let before = await self.report.seen.count
        let witness = await self.client.bind("the last report")
        await self.report.first { $0 == .bindingChanged(witness) }
        return await self.report.seen[before...].dropLast().map(\.kind)
    }

    /// An event as a server sends it.
    static func event(_ name: EventName, on channel: ChannelName?, _ data: String) -> ServerMessage
    {
        .event(ChannelsEvent(name: name, channel: channel, data: EventData(data)))
    }

    /// Waits for something that is asked of the client.
    func until(_ holds: (ChannelsClient) async -> Bool) async {
        while await !holds(self.client) { await Task.yield() }
    }
}
