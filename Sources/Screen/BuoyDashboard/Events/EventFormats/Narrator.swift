import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// Describes events in sentences that are only appended: for screen readers, logs of build servers,
/// and terminals that cannot be drawn on. Apart from the peer's strings it uses only ASCII, and
/// nothing is repeated: no countdowns, no pings, no intermediate steps.
///
/// Bursts are summarised by the times of the events, so the same events give the same lines,
/// however they are batched.
struct Narrator: Hashable, Sendable {
    struct Options: Hashable, Sendable {
        var utcOffsetSeconds = 0
        /// The characters of the peer's strings that are not escaped.
        var alphabet = SafeText.Alphabet.unicode
        var server: String?
        var dataLimit = 200
        /// Per channel, and of members who join or leave; the others are counted.
        var eventsPerSecond = 5
    }

    let options: Options
    private(set) var rosters: [ChannelName: PresenceMembers] = [:]
    private(set) var attempt: SpokenContext.Attempt?
    private var bursts = Bursts()
    private var latest = ChannelsTimestamp.zero

    init(options: Options = Options()) {
        self.options = options
    }

    mutating func lines(for events: some Sequence<ClientReport>) -> [String] {
        var lines: [String] = []
        for event in events {
            lines += self.flush(at: event.time)
            self.latest = event.time
            // A member who left is named from the list before, one who joined is counted in the
            // list after.
            let before = event.kind.memberWhoLeft.flatMap { self.rosters[$0]?[$1] }
            let isNews = self.note(event)
            guard isNews else { continue }
            if let topic = Bursts.Topic(event.kind),
                !self.bursts.count(topic, limit: self.options.eventsPerSecond)
            {
                continue
            }
            guard let sentence = event.words.spoken(in: self.context(event.time, before)) else {
                continue
            }
            lines.append(self.line(sentence, at: event.time))
        }
        return lines
    }

    func line(for note: LineNote) -> String {
        let name = note.name.prefix(1).uppercased() + note.name.dropFirst()
        return self.line("\(name): \(note.text).", at: note.time)
    }

    private func context(_ time: ChannelsTimestamp, _ memberBefore: PresenceMember?)
        -> SpokenContext
    {
        SpokenContext(
            time: time, rosters: self.rosters, attempt: self.attempt, memberBefore: memberBefore,
            dataLimit: self.options.dataLimit)
    }

    /// Counts of seconds that have passed. Must be called about once per second.
    mutating func flush(at time: ChannelsTimestamp) -> [String] {
        guard time.second != self.bursts.second else { return [] }
        return self.finish(next: time.second)
    }

    mutating func finish() -> [String] { self.finish(next: nil) }

    private mutating func finish(next second: Int64?) -> [String] {
        self.bursts.take(next: second).map { topic, entry in
            self.line(self.summary(topic, entry), at: self.latest)
        }
    }

    private func line(_ sentence: String, at time: ChannelsTimestamp) -> String {
        let clock = Figures.timeOfDay(time, utcOffsetSeconds: self.options.utcOffsetSeconds)
        let server = self.options.server.map { "\($0): " } ?? ""
        return PlainOutput.line("\(clock) \(server)\(sentence)", alphabet: self.options.alphabet)
    }

    private func summary(_ topic: Bursts.Topic, _ entry: Bursts.Entry) -> String {
        switch topic {
        case .events(let channel):
            let place = channel.map { "on \(SpokenWords.name($0))" } ?? "without a channel"
            return "\(SpokenWords.more(entry.counted, "event")) \(place) in the last second."
        case .members(let channel):
            let count = self.rosters[channel].map {
                ": \(SpokenWords.counted($0.count, "member"))"
            }
            return "\(SpokenWords.more(entry.counted, "member")) joined or left "
                + "\(SpokenWords.name(channel)) in the last second\(count ?? "")."
        case .troubles:
            return "\(SpokenWords.more(entry.counted, "problem")) in the last second."
        }
    }

    /// - Returns: whether anything changed: a member who joins twice changes nothing.
    private mutating func note(_ event: ClientReport) -> Bool {
        switch event.kind {
        case .attemptStarted(let attempt):
            self.attempt = SpokenContext.Attempt(attempt, since: event.time)
        case .attemptFailed:
            self.attempt = nil
        case .membersReplaced(let channel, let members, _):
            self.rosters[channel] = members
        case .memberAdded(let channel, let member):
            return self.rosters[channel]?.add(member) != .alreadyPresent
        case .memberRemoved(let channel, let member):
            guard self.rosters[channel] != nil else { return true }
            return self.rosters[channel]?.remove(member.id) != nil
        case .subscriptionChanged(let channel, .unsubscribed):
            self.rosters[channel] = nil
        default:
            break
        }
        return true
    }
}

struct Bursts: Hashable, Sendable {
    enum Topic: Hashable, Sendable {
        case events(ChannelName?)
        case members(ChannelName)
        case troubles

        /// `nil` if reports of this kind are always narrated.
        init?(_ kind: ClientReport.Kind) {
            switch kind {
            case .received(let event), .triggered(let event): self = .events(event.channel)
            case .memberAdded(let channel, _), .memberRemoved(let channel, _):
                self = .members(channel)
            case .problem, .decryptionFailed, .clientEventsRejected: self = .troubles
            default: return nil
            }
        }
    }

    struct Entry: Hashable, Sendable {
        var narrated = 0
        var counted = 0
    }

    private(set) var second: Int64?
    private var entries: OrderedDictionary<Topic, Entry> = [:]

    mutating func count(_ topic: Topic, limit: Int) -> Bool {
        var entry = self.entries[topic] ?? Entry()
        defer { self.entries[topic] = entry }
        guard entry.narrated < limit else {
            entry.counted += 1
            return false
        }
        entry.narrated += 1
        return true
    }

    mutating func take(next second: Int64?) -> [(Topic, Entry)] {
        let counted = self.entries.filter { $0.value.counted > 0 }
        self.entries.removeAll(keepingCapacity: true)
        self.second = second
        return counted.map { ($0.key, $0.value) }
    }
}

extension ClientReport.Kind {
    fileprivate var memberWhoLeft: (ChannelName, UserID)? {
        if case .memberRemoved(let channel, let member) = self { (channel, member.id) } else { nil }
    }
}
