import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// Describes events in sentences that are only appended: for screen readers, logs of build servers,
/// and terminals that cannot be drawn on. `EventLine` is for programs that parse lines; this is for
/// listening. Apart from the peer's strings it uses only ASCII letters and punctuation, and nothing
/// is repeated: no countdowns, no pings, no intermediate steps.
///
/// Bursts are summarised by the times of the events, so the same events give the same lines,
/// however they are batched.
struct Narrator: Hashable, Sendable {
    /// What is said, and how often in a second.
    struct Options: Hashable, Sendable {
        /// The offset of the times from UTC, in seconds.
        var utcOffsetSeconds = 0
        /// The characters of the peer's strings that are not escaped.
        var alphabet = SafeText.Alphabet.unicode
        /// The name of the server, if the sentences are about several.
        var server: String?
        /// How many bytes of an event's data are included.
        var dataLimit = 200
        /// The maximum number of events per channel and second, and of members who join or leave;
        /// the others are counted.
        var eventsPerSecond = 5

        /// Creates the default options.
        init() {}
    }

    let options: Options
    /// The members of presence channels, for their names and numbers.
    private(set) var rosters: [ChannelName: Members] = [:]
    /// The attempt that is under way or that succeeded.
    private(set) var attempt: SpokenContext.Attempt?
    private var bursts = Bursts()
    /// The time of the last event, so that a summary is never earlier than the line before it.
    private var latest = Timestamp.zero

    init(options: Options = Options()) {
        self.options = options
    }

    /// The lines for events, in order, without line feeds.
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

    /// The line of what no client has reported, without a line feed.
    func line(for note: LineNote) -> String {
        let name = note.name.prefix(1).uppercased() + note.name.dropFirst()
        return self.line("\(name): \(note.text).", at: note.time)
    }

    private func context(_ time: Timestamp, _ memberBefore: Member?) -> SpokenContext {
        SpokenContext(
            time: time, rosters: self.rosters, attempt: self.attempt, memberBefore: memberBefore,
            dataLimit: self.options.dataLimit)
    }

    /// The lines that are due at a time: counts of seconds that have passed. Must be called about
    /// once per second.
    mutating func flush(at time: Timestamp) -> [String] {
        guard time.second != self.bursts.second else { return [] }
        return self.finish(next: time.second)
    }

    /// The remaining counts, at the end.
    mutating func finish() -> [String] { self.finish(next: nil) }

    private mutating func finish(next second: Int64?) -> [String] {
        self.bursts.take(next: second).map { topic, entry in
            self.line(self.summary(topic, entry), at: self.latest)
        }
    }

    private func line(_ sentence: String, at time: Timestamp) -> String {
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

    /// Remembers what later sentences need.
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

/// The numbers of narrated and counted reports within one second.
struct Bursts: Hashable, Sendable {
    /// Reports that are counted together.
    enum Topic: Hashable, Sendable {
        case events(ChannelName?)
        case members(ChannelName)
        case troubles

        /// The topic of a report; `nil` if reports of its kind are always narrated.
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

    /// The count of a topic.
    struct Entry: Hashable, Sendable {
        /// How many sentences there were.
        var narrated = 0
        /// How many reports had no sentence any more.
        var counted = 0
    }

    /// The second of the monotonic clock to which the counts belong.
    private(set) var second: Int64?
    private var entries: OrderedDictionary<Topic, Entry> = [:]

    /// Counts a report.
    /// - Returns: whether to narrate it.
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

    /// Starts counting another second.
    /// - Returns: the topics with reports that had no sentence in the previous second, in order of
    ///   appearance.
    mutating func take(next second: Int64?) -> [(Topic, Entry)] {
        let counted = self.entries.filter { $0.value.counted > 0 }
        self.entries.removeAll(keepingCapacity: true)
        self.second = second
        return counted.map { ($0.key, $0.value) }
    }
}

extension ClientReport.Kind {
    /// The member who left, and the channel.
    fileprivate var memberWhoLeft: (ChannelName, UserID)? {
        if case .memberRemoved(let channel, let member) = self { (channel, member.id) } else { nil }
    }
}
