package import ChannelsProtocol

/// The current state, as the reports that lead to it, for a reader that starts in the middle of
/// a recording. Of the connection's history, the latest reports are kept; of a channel, a
/// binding and the sign-in, the current state.
package struct StandingReports: Hashable, Sendable {
    package private(set) var lastNumber = 0

    private var history: [ClientReport] = []
    private var intent: ClientReport?
    private var server: ClientReport?
    private var subscriptions: [ChannelName: ClientReport] = [:]
    private var counts: [ChannelName: ClientReport] = [:]
    private var rosters: [ChannelName: Roster] = [:]
    private var signIn: ClientReport?
    private var online: [UserID: ClientReport] = [:]
    private var bindings: [BindingID: ClientReport] = [:]

    private struct Roster: Hashable {
        var number: Int
        var time: ChannelsTimestamp
        var members: PresenceMembers
    }

    /// The number of reports about the connection that are kept: enough for hours with a few
    /// losses, and a bounded part of a checkpoint.
    private static let historyLimit = 200

    /// Whether members are kept here, or by a caller that provides them with `keepMembers`.
    private var keepsMembers: Bool

    package init(keepsMembers: Bool = true) { self.keepsMembers = keepsMembers }

    package mutating func keepMembers(
        _ rosters: [ChannelName: (PresenceMembers, since: ChannelsTimestamp)]
    ) {
        self.keepsMembers = true
        self.rosters = rosters.mapValues { members, since in
            Roster(number: self.lastNumber, time: since, members: members)
        }
    }

    package var events: [ClientReport] {
        let single = [self.intent, self.server, self.signIn].compactMap(\.self)
        let channels = Array(self.subscriptions.values) + self.counts.values
        let rosters = self.rosters.map { channel, roster in
            ClientReport(
                number: roster.number, time: roster.time,
                kind: .membersReplaced(channel, roster.members, difference: nil))
        }
        let others =
            self.history + single + channels + self.online.values + self.bindings.values
        // Members come after the subscription that they belong to.
        return (others + rosters).enumerated()
            .sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
            .map(\.element)
    }

    /// Events of channels change only the number.
    package mutating func note(_ events: [ClientReport]) {
        for event in events { self.note(event) }
    }

    package mutating func noteNumber(_ number: Int) {
        self.lastNumber = max(self.lastNumber, number)
    }

    package mutating func note(_ event: ClientReport) {
        self.noteNumber(event.number)
        switch event.kind {
        case .stateChanged, .attemptStarted, .attemptFailed, .retryScheduled, .suspended,
            .clockStepped, .networkChanged, .gap, .pongReceived:
            self.history.append(event)
            if self.history.count > 2 * Self.historyLimit {
                self.history.removeFirst(self.history.count - Self.historyLimit)
            }
        case .intentChanged: self.intent = event
        case .serverRecognized: self.server = event
        case .signInChanged: self.signIn = event
        case .watchlistChanged(let changes): self.note(changes, event)
        case .subscriptionChanged(let channel, let state): self.note(channel, state, event)
        case .subscriptionCount(let channel, _): self.counts[channel] = event
        case .membersReplaced, .memberAdded, .memberRemoved:
            if self.keepsMembers { self.noteMembers(event) }
        case .bindingChanged, .bindingRemoved, .bindingsHit: self.noteBindings(event)
        // Events and problems are over once they happened; they have no lasting effect.
        default: break
        }
    }

    private mutating func note(
        _ channel: ChannelName, _ state: SubscriptionState, _ event: ClientReport
    ) {
        self.subscriptions[channel] = state == .unsubscribed ? nil : event
        guard state == .unsubscribed else { return }
        self.counts[channel] = nil
        self.rosters[channel] = nil
    }

    private mutating func note(_ changes: [WatchlistChange], _ event: ClientReport) {
        for change in changes {
            for user in change.userIDs {
                var event = event
                event.kind = .watchlistChanged([WatchlistChange(name: change.name, userIDs: [user])]
                )
                self.online[user] = event
            }
        }
    }

    private mutating func noteMembers(_ event: ClientReport) {
        switch event.kind {
        case .membersReplaced(let channel, let members, _):
            self.rosters[channel] = Roster(
                number: event.number, time: event.time, members: members)
        case .memberAdded(let channel, let member):
            guard let place = self.rosters.index(forKey: channel) else { return }
            self.rosters.values[place].members.add(member.trimmed())
            self.rosters.values[place].number = event.number
            self.rosters.values[place].time = event.time
        case .memberRemoved(let channel, let member):
            guard let place = self.rosters.index(forKey: channel) else { return }
            self.rosters.values[place].members.remove(member.id)
            self.rosters.values[place].number = event.number
            self.rosters.values[place].time = event.time
        default: break
        }
    }

    private mutating func noteBindings(_ event: ClientReport) {
        switch event.kind {
        case .bindingChanged(let binding): self.bindings[binding.id] = event
        case .bindingRemoved(let id): self.bindings[id] = nil
        case .bindingsHit(let hits):
            for hit in hits {
                guard var event = self.bindings[hit.id],
                    case .bindingChanged(var binding) = event.kind
                else { continue }
                binding.hits = hit.total
                event.kind = .bindingChanged(binding)
                self.bindings[hit.id] = event
            }
        default: break
        }
    }
}
