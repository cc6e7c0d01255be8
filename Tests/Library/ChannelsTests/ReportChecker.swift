import Channels
import ChannelsProtocol

/// Reads everything a client reports, one after the other, and finds what cannot be so: the laws
/// that hold whatever the network does.
struct ReportChecker {
    /// What is wrong, in the order in which it was found.
    private(set) var violations: [String] = []
    private(set) var state = ConnectionState.initialized
    private(set) var subscriptions: [ChannelName: SubscriptionState] = [:]
    private(set) var members: [ChannelName: PresenceMembers] = [:]
    private(set) var connections = 0
    private var last: ClientReport?
    /// Whether the next attempt has been announced.
    private var isRetryDue = false

    mutating func read(_ events: [ClientReport]) {
        for event in events { self.read(event) }
    }

    mutating func read(_ event: ClientReport) {
        self.check(event.number == (self.last?.number ?? 0) + 1, "a hole", event)
        self.check((self.last?.time ?? .zero) <= event.time, "time runs backwards", event)
        self.checkLosses(before: event)
        switch event.kind {
        case .stateChanged(let change): self.changed(change, event)
        case .gap(let gap): self.checkGap(gap, event)
        case .retryScheduled:
            self.check(self.state != .connected && !self.isRetryDue, "a retry too many", event)
            self.isRetryDue = true
        case .attemptStarted(let attempt):
            self.check(attempt.number == 1 || self.isRetryDue, "an attempt from nowhere", event)
            self.check(self.state != .connected, "an attempt while connected", event)
            self.isRetryDue = false
        case .subscriptionChanged(let channel, let state): self.changed(channel, state, event)
        case .membersReplaced(let channel, let members, _):
            self.checkSubscribed(channel, event)
            self.members[channel] = members
        case .memberAdded(let channel, let member):
            self.checkSubscribed(channel, event)
            let addition = self.members[channel]?.add(member)
            self.check(addition == .added, "a member twice", event)
        case .memberRemoved(let channel, let member):
            self.checkSubscribed(channel, event)
            let removed = self.members[channel]?.remove(member.id)
            self.check(removed != nil, "a member who was not there left", event)
        case .received(let message) where message.channel != nil:
            message.channel.map { self.checkSubscribed($0, event) }
        case .pingSent, .pongReceived:
            self.check(self.state == .connected, "a ping without a connection", event)
        default: break
        }
        self.last = event
    }

    private mutating func changed(_ change: StateChange, _ event: ClientReport) {
        self.check(change.previous == self.state, "not the state before", event)
        self.check(change.previous != change.current, "no change", event)
        if change.current == .connected {
            self.connections += 1
        }
        self.state = change.current
    }

    /// A gap is told once a connection follows the lost one, and its channels are settled: there
    /// may be several, as a channel that was refused or got no answer has one of its own later.
    private mutating func checkGap(_ gap: ConnectionGap, _ event: ClientReport) {
        self.check(
            self.connections > 1 && self.state == .connected, "a gap out of place", event)
        let moments = [gap.lastReceived, gap.lossNoticed, gap.reconnected, gap.end, event.time]
        self.check(moments == moments.sorted(), "a gap whose moments are out of order", event)
    }

    /// With the connection, every subscription is lost, and this is told at once.
    private mutating func checkLosses(before event: ClientReport) {
        guard self.state != .connected else { return }
        if case .subscriptionChanged = event.kind { return }
        let kept = self.subscriptions.filter { $0.value.needsConnection }
        self.check(kept.isEmpty, "subscriptions without a connection: \(kept.keys)", event)
    }

    private mutating func changed(
        _ channel: ChannelName, _ state: SubscriptionState, _ event: ClientReport
    ) {
        let previous = self.subscriptions[channel]
        // A subscription that starts again reports its start again.
        let isAnew = state == .authorizing || state == .subscribing
        self.check(previous != state || isAnew, "no change of \(channel)", event)
        if state.needsConnection {
            self.check(self.state == .connected, "\(channel) without a connection", event)
        }
        if state == .subscribed {
            self.check(previous == .subscribing, "\(channel) was not asked for", event)
        }
        self.subscriptions[channel] = state == .unsubscribed ? nil : state
    }

    private mutating func checkSubscribed(_ channel: ChannelName, _ event: ClientReport) {
        let isSubscribed = self.subscriptions[channel] == .subscribed
        self.check(isSubscribed && self.state == .connected, "\(channel) is not subscribed", event)
    }

    private mutating func check(_ holds: Bool, _ what: String, _ event: ClientReport) {
        if !holds { self.violations.append("\(event.number), \(event.kind): \(what)") }
    }
}

extension SubscriptionState {
    fileprivate var needsConnection: Bool {
        switch self {
        case .authorizing, .subscribing, .subscribed, .unsubscribing: true
        case .requested, .failed, .unsubscribed: false
        }
    }
}
