import BuoyDashboard
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    var auditReason: String? {
        if let reason = self.apiReason { return reason }
        guard let channel = self.rosterChannel else {
            return "not subscribed to a presence channel"
        }
        guard self.isConnected else {
            return "the members are out of date while disconnected; press r to connect"
        }
        return self.paneContext.staleSince(of: channel) == nil
            ? nil : "the members are out of date until the channel is subscribed"
    }

    var apiReason: String? {
        self[OccupiedPane.self].flatMap { $0.app == nil ? $0.missing(self.paneContext) : nil }
    }

    mutating func changeApp(_ body: (inout AppInspector) -> Void) {
        self[OccupiedPane.self]?.ask { app in
            body(&app)
            return []
        }
    }

    // MARK: Names

    var watchedPatterns: [String] {
        self[OccupiedPane.self]?.app.map { Array($0.watch.patterns.keys) } ?? []
    }

    /// A pattern for each start of names that several occupied channels share: `orders-*`.
    var channelPrefixes: [String] {
        var counts: OrderedDictionary<String, Int> = [:]
        for name in self[OccupiedPane.self]?.knownChannels ?? [] {
            let ends = name.text.indices.filter { "-.".contains(name.text[$0]) }.prefix(3)
            for end in ends { counts[String(name.text[...end]) + "*", default: 0] += 1 }
        }
        return counts.filter { $0.value > 1 }.sorted { $0.value > $1.value }.map(\.key)
    }

    var userNames: [String] {
        let (channel, members) = (self.rosterChannel, self.paneContext.members)
        let users = channel.flatMap { members.rosters[$0]?.cursor.order } ?? []
        let selected = members.selectedMember(in: channel).map { [$0.id] } ?? []
        return OrderedSet(selected + users).map(\.text)
    }

    func publishWords(after words: [String]) -> [String] {
        switch words.count {
        case 0:
            OrderedSet(self.currentChannel.map { [$0] } ?? [])
                .union(self.paneContext.channels.rows.keys).union(self.knownNames).map(\.text)
                + self.userNames.map { "@\($0)" }
        case 1: self.eventNames.filter { !$0.isProtocolEvent }.map(\.text)
        default: []
        }
    }

    // MARK: Subscribing

    var subscribeOccupiedReason: String? {
        if let reason = self.apiReason { return reason }
        guard let selected = self[OccupiedPane.self]?.selected else {
            return "no channel is selected"
        }
        guard self.paneContext.channels.rows[selected]?.state.isWanted == true else { return nil }
        return "already subscribed to \(selected.text); press u to unsubscribe"
    }

    // MARK: Listing and watching

    mutating func refresh(every text: String) throws(PromptRefusal) -> [Effect] {
        let choices = RefreshSchedule.choices
        guard let interval = Duration(typed: text.trimmingSpaces), choices.contains(interval) else {
            throw PromptRefusal(text: "the interval must be between 1s and 1h, such as 5s or 2m")
        }
        self.changeApp { $0.refresh(every: interval) }
        return []
    }

    mutating func watch(_ text: String) throws(PromptRefusal) -> [Effect] {
        for pattern in text.split(separator: " ").map(String.init) {
            guard pattern.contains(where: { $0 != "*" && $0 != "?" }) else {
                throw PromptRefusal(
                    text: "\(pattern) matches every channel; narrow it, such as orders-*")
            }
            var isNew = false
            self.changeApp { isNew = $0.watch(pattern) }
            self.show(.info, isNew ? "watching \(pattern)" : "already watching \(pattern)")
        }
        return []
    }

    mutating func unwatch(_ pattern: String?) -> [Effect] {
        var wasWatched = false
        self.changeApp { wasWatched = $0.unwatch(pattern) }
        if wasWatched {
            self.show(
                .info, "no longer watching \(pattern ?? "any pattern")")
        }
        return []
    }

    // MARK: Users

    mutating func compareUsers(of channel: ChannelName) -> [Effect] {
        let members = self.paneContext.members.rosters[channel]?.present ?? []
        self[OccupiedPane.self]?.ask { $0.compare(channel, members: members) }
        return []
    }

    mutating func askToTerminate(_ user: UserID) -> [Effect] {
        guard !user.text.isEmpty else { return [] }
        let name = SafeText(sanitizing: user.text, limit: 200)
        self.ask(
            Confirmation(
                question: "close all connections of signed-in user \(name)? y/N",
                verb: "close them", effects: [.api(.terminate(user))]))
        return []
    }

    // MARK: Measuring

    var probeReason: String? {
        if let reason = self.apiReason { return reason }
        return self.isConnected ? nil : "a probe requires a connection; press r to connect"
    }

    mutating func probe(_ text: String) throws(PromptRefusal) -> [Effect] {
        var words = text.split(separator: " ")
        var count = PublishProbe.standardCount
        if let last = words.last, let number = Int(last) {
            guard (1...PublishProbe.countLimit).contains(number) else {
                throw PromptRefusal(
                    text: "a probe must have between 1 and \(PublishProbe.countLimit) events")
            }
            count = number
            words.removeLast()
        }
        guard words.count <= 1 else {
            throw PromptRefusal(text: "type one channel and an event count")
        }
        let channel = try Self.channelNames(words.joined()).first
        if let channel, channel.kind.isEncrypted {
            throw PromptRefusal(text: "a probe cannot use an encrypted channel")
        }
        return self.startProbe(on: channel, count: count)
    }

    mutating func startProbe(on channel: ChannelName?, count: Int) -> [Effect] {
        // A word that no other probe has at the same time.
        let nonce = String(UInt64(bitPattern: self.now.wallMicroseconds), radix: 36)
        let channel = channel ?? ChannelName(wire: "buoy-probe-\(nonce)")
        let isSubscribed = self.paneContext.channels.rows[channel]?.state == .subscribed
        let now = self.now
        let probe = PublishProbe(
            channel, count: count, nonce: nonce, isSubscribed: isSubscribed, at: now)
        self.closeResult()
        self[OccupiedPane.self]?.ask { $0.start(probe, at: now) }
        return []
    }
}
