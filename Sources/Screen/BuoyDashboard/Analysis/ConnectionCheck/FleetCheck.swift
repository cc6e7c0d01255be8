import ChannelsEventWords
package import ChannelsProtocol

/// Where servers behind a load balancer do not share their events, some connections receive
/// nothing, and the members of a channel differ.
package struct FleetCheck: Sendable {
    private struct Link {
        var isConnected = false
        var settled: Set<ChannelName> = []
        var received: Set<Int> = []
        var members: [ChannelName: Set<UserID>] = [:]
        var end: ConnectionEnd?
    }

    package static let events = 5

    private let probe: ConnectionCheck.ProbeEvent
    private let channels: Set<ChannelName>
    private var links: [Link]
    private var publishError: String?

    package init(
        _ count: Int, channels: some Sequence<ChannelName>, probe: ConnectionCheck.ProbeEvent
    ) {
        self.probe = probe
        self.channels = Set(channels)
        self.links = Array(repeating: Link(), count: max(count, 0))
    }

    package func data(_ number: Int) -> String {
        #"{"check":"\#(self.probe.token)-\#(number)."}"#
    }

    package mutating func reported(_ event: ClientReport, by index: Int) {
        guard self.links.indices.contains(index) else { return }
        switch event.kind {
        case .stateChanged(let change):
            if case .established = change.cause { self.links[index].isConnected = true }
            if let end = change.cause.end { self.links[index].end = end }
        case .attemptFailed(_, let end, _): self.links[index].end = end
        case .subscriptionChanged(let channel, .subscribed),
            .subscriptionChanged(let channel, .failed):
            self.links[index].settled.insert(channel)
        case .membersReplaced(let channel, let members, _):
            self.links[index].members[channel] = Set(members.map(\.id))
        case .memberAdded(let channel, let member):
            self.links[index].members[channel, default: []].insert(member.id)
        case .memberRemoved(let channel, let member):
            self.links[index].members[channel]?.remove(member.id)
        case .received(let event) where event.channel == self.probe.channel:
            let text = event.data.text
            for number in 0..<Self.events where text.contains("\(self.probe.token)-\(number).") {
                self.links[index].received.insert(number)
            }
        default: break
        }
    }

    package mutating func notPublished(_ error: String) { self.publishError = error }

    package var isReady: Bool {
        self.links.allSatisfy { $0.end != nil || self.channels.isSubset(of: $0.settled) }
    }

    package var isComplete: Bool {
        self.publishError != nil
            || self.links.allSatisfy { $0.end != nil || $0.received.count == Self.events }
    }

    package var result: (steps: [CheckStep], failure: CheckFailure?) {
        var steps = [self.connections, self.delivery]
        for channel in self.channels.sorted(by: { $0.text < $1.text }) where channel.kind.hasMembers
        {
            steps.append(self.roster(of: channel))
        }
        let isFailed = steps.contains { $0.status == .failed }
        return (steps, isFailed ? .timedOut : nil)
    }

    private var connections: CheckStep {
        var step = CheckStep(.connections)
        let open = self.links.count { $0.isConnected && $0.end == nil }
        let ends = Set(self.links.compactMap(\.end))
        let reason = ends.first.map { ": \($0.words(.clause))" } ?? ""
        step.settle(
            open == self.links.count ? .ok : .failed,
            "\(open) of \(self.links.count)" + (open == self.links.count ? "" : reason))
        return step
    }

    private var delivery: CheckStep {
        var step = CheckStep(.delivery)
        let count = self.links.count
        if let error = self.publishError {
            step.settle(.failed, error)
            return step
        }
        let none = self.links.count { $0.received.isEmpty }
        let some = self.links.count { !$0.received.isEmpty && $0.received.count < Self.events }
        guard none + some > 0 else {
            step.settle(.ok, "\(count) of \(count) received all \(Self.events) events")
            return step
        }
        let parts = [
            none > 0 ? "\(none) of \(count) received nothing" : nil,
            some > 0 ? "\(some) of \(count) received fewer than \(Self.events) events" : nil,
        ].compactMap(\.self).joined(separator: ", ")
        step.settle(
            .failed,
            none == count
                ? "\(parts): the API and the connections belong to different servers or apps"
                : "\(parts): the servers behind this address do not share events. Scale "
                    + "them with Redis (Reverb: REVERB_SCALING_ENABLED=true)")
        return step
    }

    private func roster(of channel: ChannelName) -> CheckStep {
        var step = CheckStep(.roster(channel))
        let rosters = self.links.filter { $0.end == nil }.map { $0.members[channel] }
        let known = rosters.compactMap(\.self)
        guard let first = known.first, known.count == rosters.count else {
            step.settle(.failed, "not all connections are subscribed")
            return step
        }
        if known.allSatisfy({ $0 == first }) {
            step.settle(.ok, "all see the same \(Figures.counted(first.count, "member"))")
            return step
        }
        let groups = Dictionary(grouping: known) { $0 }.sorted { $0.value.count > $1.value.count }
        let parts = groups.prefix(3).map { "\($0.value.count) see \($0.key.count)" }
        let common = known.dropFirst().reduce(first) { $0.intersection($1) }
        let others = Set(known.joined()).subtracting(common).map(\.text).sorted()
        step.settle(
            .failed,
            "the members differ: \(parts.joined(separator: ", ")); only some see "
                + others.prefix(3).joined(separator: ", ") + (others.count > 3 ? ", …" : ""))
        return step
    }
}
