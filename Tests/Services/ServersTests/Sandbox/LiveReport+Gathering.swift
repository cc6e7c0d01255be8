import Channels
import ChannelsProtocol
import Synchronization
import Testing

extension LiveReport {
    /// Everything that was reported up to the first that is wanted, that one included.
    func all(
        until isLast: @escaping @Sendable (ClientReport.Kind) -> Bool
    ) async throws -> [ClientReport.Kind] {
        let gathered = Gathered()
        try await self.first { kind in
            gathered.add(kind)
            return isLast(kind) ? () : nil
        }
        return gathered.kinds
    }

    /// Everything that was reported up to an event of this name.
    func all(untilEvent name: EventName) async throws -> [ClientReport.Kind] {
        try await self.all { kind in
            if case .received(let event) = kind { event.name == name } else { false }
        }
    }

    /// The next report about a problem.
    func problem() async throws -> ReportedProblem {
        try await self.first { if case .problem(let problem) = $0 { problem } else { nil } }
    }

    /// Waits until a subscription fails.
    func failure(of channel: ChannelName) async throws -> SubscriptionFailure {
        try await self.first { kind in
            guard case .subscriptionChanged(channel, .failed(let failure)) = kind else {
                return nil
            }
            return failure
        }
    }
}

/// What was seen by a closure that runs elsewhere.
private final class Gathered: Sendable {
    private let state = Mutex<[ClientReport.Kind]>([])

    var kinds: [ClientReport.Kind] { self.state.withLock { $0 } }

    func add(_ kind: ClientReport.Kind) { self.state.withLock { $0.append(kind) } }
}

extension [ClientReport.Kind] {
    var problems: [ReportedProblem] {
        self.compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
    }

    /// The events of applications and other clients.
    var events: [ChannelsEvent] {
        self.compactMap { if case .received(let event) = $0 { event } else { nil } }
    }

    /// Where the connection went.
    var states: [ConnectionState] {
        self.compactMap { if case .stateChanged(let change) = $0 { change.current } else { nil } }
    }
}
