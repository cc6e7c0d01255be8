import Analysis
import ChannelsProtocol
import DashboardPanes
import DashboardParts
import EventWords
import Events
import OrderedCollections
import TextCoding
import TextScreen

// The commands about the app behind the connection.
extension DashboardState {
    /// Why members cannot be compared with the HTTP API; `nil` if they can.
    var auditReason: String? {
        if let reason = self.apiReason { return reason }
        guard let channel = self.rosterChannel else { return "no presence channel is subscribed" }
        guard self.connection.state == .connected else {
            return "without a connection the members are out of date; r connects"
        }
        return self.members.staleSince(of: channel, self.channels, isConnected: true) == nil
            ? nil : "without a subscription the members are out of date"
    }

    /// Why the HTTP API cannot be used; `nil` if it can.
    var apiReason: String? { self.occupied.app == nil ? self.occupied.missing : nil }

    // MARK: Names

    /// The names of channels for completion: those that were seen here, then the occupied ones.
    var knownNames: OrderedSet<ChannelName> {
        self.channels.known.union(self.occupied.names)
    }

    var watchedPatterns: [String] {
        self.occupied.app.map { Array($0.watch.patterns.keys) } ?? []
    }

    /// A pattern for each beginning of names that several occupied channels share: `orders-*`.
    var channelPrefixes: [String] {
        var counts: OrderedDictionary<String, Int> = [:]
        for name in self.occupied.names {
            let ends = name.text.indices.filter { "-.".contains(name.text[$0]) }.prefix(3)
            for end in ends { counts[String(name.text[...end]) + "*", default: 0] += 1 }
        }
        return counts.filter { $0.value > 1 }.sorted { $0.value > $1.value }.map(\.key)
    }

    /// The ids of the members of the shown presence channel, the selected one first.
    var userNames: [String] {
        let channel = self.rosterChannel
        let users = channel.flatMap { self.members.rosters[$0]?.cursor.order } ?? []
        let selected = self.members.selectedMember(in: channel).map { [$0.id] } ?? []
        return OrderedSet(selected + users).map(\.text)
    }

    /// Candidates for a word of the publish prompt: channels and users, then events.
    func publishWords(after words: [String]) -> [String] {
        switch words.count {
        case 0:
            OrderedSet(self.channels.rows.keys).union(self.knownNames).map(\.text)
                + self.userNames.map { "@\($0)" }
        case 1: self.eventNames.filter { !$0.isProtocolEvent }.map(\.text)
        default: []
        }
    }

    // MARK: Subscribing

    var subscribeOccupiedReason: String? {
        if let reason = self.apiReason { return reason }
        guard let selected = self.occupied.selected else { return "no channel is selected" }
        guard self.channels.rows[selected]?.state.isWanted == true else { return nil }
        return "\(selected.text) is subscribed already; u unsubscribes"
    }

    /// Why the selected occupied channel cannot be unsubscribed.
    var unsubscribeOccupiedReason: String? {
        guard let selected = self.occupied.selected else { return "no channel is selected" }
        guard let row = self.channels.rows[selected] else {
            return "\(selected.text) is not subscribed; Enter subscribes"
        }
        return row.unsubscribeReason
    }

    // MARK: Listing and watching

    mutating func refresh(every text: String) throws(PromptRefusal) -> [Effect] {
        let choices = RefreshSchedule.choices
        guard let interval = Duration(typed: text.trimmingSpaces), choices.contains(interval) else {
            throw PromptRefusal(text: "an interval is 1s to 1h, such as 5s or 2m")
        }
        self.occupied.ask { app in
            app.refresh(every: interval)
            return []
        }
        return []
    }

    mutating func watch(_ text: String) throws(PromptRefusal) -> [Effect] {
        for pattern in text.split(separator: " ").map(String.init) {
            guard pattern.contains(where: { $0 != "*" && $0 != "?" }) else {
                throw PromptRefusal(
                    text: "\(pattern) matches every channel; type a beginning, such as orders-*")
            }
            var isNew = false
            self.occupied.ask { app in
                isNew = app.watch(pattern)
                return []
            }
            self.show(.info, isNew ? "watching \(pattern)" : "\(pattern) is watched already")
        }
        return []
    }

    mutating func unwatch(_ pattern: String?) -> [Effect] {
        var wasWatched = false
        self.occupied.ask { app in
            wasWatched = app.unwatch(pattern)
            return []
        }
        if wasWatched {
            self.show(
                .info, "\(pattern ?? "nothing") is \(pattern == nil ? "" : "not ")watched any more")
        }
        return []
    }

    // MARK: Users

    mutating func compareUsers(of channel: ChannelName) -> [Effect] {
        let members = self.members.rosters[channel]?.present ?? []
        self.occupied.ask { $0.compare(channel, members: members) }
        return []
    }

    mutating func askToTerminate(_ user: UserID) -> [Effect] {
        guard !user.text.isEmpty else { return [] }
        self.confirmation = .terminate(user)
        return []
    }

    // MARK: Measuring

    var probeReason: String? {
        if let reason = self.apiReason { return reason }
        return self.connection.state == .connected ? nil : "a probe needs a connection; r connects"
    }

    mutating func probe(_ text: String) throws(PromptRefusal) -> [Effect] {
        var words = text.split(separator: " ")
        var count = PublishProbe.standardCount
        if let last = words.last, let number = Int(last) {
            guard (1...PublishProbe.countLimit).contains(number) else {
                throw PromptRefusal(text: "a probe has 1 to \(PublishProbe.countLimit) events")
            }
            count = number
            words.removeLast()
        }
        guard words.count <= 1 else {
            throw PromptRefusal(text: "type one channel and a number of events")
        }
        let channel = try Self.channelNames(words.joined()).first
        if let channel, channel.kind.isEncrypted {
            throw PromptRefusal(text: "the events of a probe are not encrypted")
        }
        return self.startProbe(on: channel, count: count)
    }

    /// - Parameter channel: `nil` for a channel of its own.
    mutating func startProbe(on channel: ChannelName?, count: Int) -> [Effect] {
        // A word that no other probe has at the same time.
        let nonce = String(UInt64(bitPattern: self.now.wallMicroseconds), radix: 36)
        let channel = channel ?? ChannelName(wire: "buoy-probe-\(nonce)")
        let isSubscribed = self.channels.rows[channel]?.state == .subscribed
        let now = self.now
        let probe = PublishProbe(
            channel, count: count, nonce: nonce, isSubscribed: isSubscribed, at: now)
        self.result = nil
        self.occupied.ask { $0.start(probe, at: now) }
        return []
    }

    /// The box to show: the result of the last measurement, or what is known of one under way.
    var shownResult: ResultBox? {
        if let probe = self.occupied.app?.probe { return ResultBox(probe.result, isOver: false) }
        return self.result
    }

    // MARK: Findings

    /// The members of a channel were compared with the users of the HTTP API: asked for, or after a
    /// reconnection, when only a difference or its end is told.
    private mutating func audited(_ comparison: MemberComparison) {
        let differed = self.members.audited(comparison)
        if comparison.isRequested {
            let clock = Figures.timeOfDay(
                self.now, utcOffsetSeconds: self.options.utcOffsetSeconds)
            self.result = ResultBox(comparison, at: clock)
        }
        let text = "\(comparison.channel.text): \(comparison.sentence)"
        guard comparison.isRequested || differed || !comparison.isSame else { return }
        self.show(comparison.isSame ? .success : .warning, text)
        guard differed || !comparison.isSame else { return }
        self.log.append(
            LogNote(
                at: self.now, "audit", comparison.isSame ? .good : .warning, text: text,
                facts: comparison.figures.map { LogNote.Fact($0.name, $0.value) }))
    }

    /// Shows what came of requests.
    mutating func showFindings() {
        for finding in self.occupied.takeFindings() {
            switch finding {
            case .done(let text): self.show(.success, text)
            case .failed(let text): self.show(.failure, text)
            case .compared(let comparison): self.audited(comparison)
            case .probed(let result):
                self.result = ResultBox(result, isOver: true)
                self.log.append(LogNote(result, at: self.now))
                self.show(result.problem == nil ? .success : .warning, result.sentence)
            case .request, .subscribe, .unsubscribe: break
            }
        }
    }
}

extension LogNote {
    /// The result of a probe, with its percentiles.
    fileprivate init(_ result: ProbeResult, at time: Timestamp) {
        let figures = result.figures.map { LogNote.Fact($0.name, $0.value) }
        self.init(
            at: time, "probe", result.problem == nil && result.lost == 0 ? .good : .warning,
            text: result.sentence, facts: figures)
    }
}
