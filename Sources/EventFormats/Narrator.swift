package import ChannelsProtocol
package import EventWords
import Formatting
import OrderedCollections
package import TextScreen

/// Tells what happens in sentences that are only ever added: for screen readers, logs of build
/// servers, and terminals that cannot be drawn on. `EventLine` is for programs that take lines
/// apart; this is for listening. Around the texts of the peer there are ASCII letters and punctuation
/// only, and nothing is said twice: no countdowns, no pings, no steps on the way to something.
///
/// Bursts are summarised by the times of the events, so the same events give the same lines, however
/// they are batched.
package struct Narrator: Hashable, Sendable {
    /// How much is told.
    package struct Options: Hashable, Sendable {
        /// What to add to UTC for the times, in seconds.
        package var utcOffsetSeconds = 0
        /// Which characters of the peer's texts come out as they are.
        package var alphabet = SafeText.Alphabet.unicode
        /// How many bytes of an event's data are told.
        package var dataLimit = 200
        /// How many events on a channel are told within a second, and how many members who come and
        /// go; the others are counted.
        package var eventsPerSecond = 5

        /// What holds where nothing is set.
        package init() {}
    }

    /// How much is told.
    package let options: Options
    /// The members of presence channels, for their names and their number.
    package private(set) var rosters: [ChannelName: Members] = [:]
    /// The attempt that is under way, or that succeeded.
    package private(set) var attempt: SpokenContext.Attempt?
    private var bursts = Bursts()
    /// When the last event was, so that a summary never is earlier than the line before it.
    private var latest = Timestamp.zero

    /// Nothing was told yet.
    package init(options: Options = Options()) {
        self.options = options
    }

    /// The lines for some events, in order, without line feeds.
    package mutating func lines(for events: some Sequence<ClientEvent>) -> [String] {
        var lines: [String] = []
        for event in events {
            lines += self.flush(at: event.time)
            self.latest = event.time
            // Who left is named by the roster before, who joined counts in the one after.
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

    private func context(_ time: Timestamp, _ memberBefore: Member?) -> SpokenContext {
        SpokenContext(
            time: time, rosters: self.rosters, attempt: self.attempt, memberBefore: memberBefore,
            dataLimit: self.options.dataLimit)
    }

    /// The lines that are due at a time: what was only counted in seconds that are over. To be called
    /// about once a second.
    package mutating func flush(at time: Timestamp) -> [String] {
        guard time.second != self.bursts.second else { return [] }
        return self.finish(next: time.second)
    }

    /// The lines for what was only counted so far: at the end.
    package mutating func finish() -> [String] { self.finish(next: nil) }

    private mutating func finish(next second: Int64?) -> [String] {
        self.bursts.take(next: second).map { topic, entry in
            self.line(self.summary(topic, entry), at: self.latest)
        }
    }

    private func line(_ sentence: String, at time: Timestamp) -> String {
        let clock = Figures.timeOfDay(time, utcOffsetSeconds: self.options.utcOffsetSeconds)
        return PlainOutput.line("\(clock) \(sentence)", alphabet: self.options.alphabet)
    }

    private func summary(_ topic: Bursts.Topic, _ entry: Bursts.Entry) -> String {
        switch topic {
        case .events(let channel):
            let place = channel.map { "on \(SpokenWords.name($0))" } ?? "without a channel"
            return "\(SpokenWords.more(entry.untold, "event")) \(place) in the last second."
        case .members(let channel):
            let count = self.rosters[channel].map {
                ": \(SpokenWords.counted($0.count, "member"))"
            }
            return "\(SpokenWords.more(entry.untold, "member")) joined or left "
                + "\(SpokenWords.name(channel)) in the last second\(count ?? "")."
        case .troubles:
            return "\(SpokenWords.more(entry.untold, "problem")) in the last second."
        }
    }

    /// Keeps what later sentences need.
    /// - Returns: whether it changes anything: a member who is told to join twice does not.
    private mutating func note(_ event: ClientEvent) -> Bool {
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

/// What was told and what was only counted within one second.
package struct Bursts: Hashable, Sendable {
    /// What is counted together.
    package enum Topic: Hashable, Sendable {
        case events(ChannelName?)
        case members(ChannelName)
        case troubles

        /// What a report is counted with; `nil` when each is told.
        package init?(_ kind: ClientEvent.Kind) {
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
    package struct Entry: Hashable, Sendable {
        /// How many were told.
        package var told = 0
        /// How many were only counted.
        package var untold = 0
    }

    /// The second of the monotonic clock that is counted.
    package private(set) var second: Int64?
    private var entries: OrderedDictionary<Topic, Entry> = [:]

    /// Counts an event.
    /// - Returns: whether it is told.
    package mutating func count(_ topic: Topic, limit: Int) -> Bool {
        var entry = self.entries[topic] ?? Entry()
        defer { self.entries[topic] = entry }
        guard entry.told < limit else {
            entry.untold += 1
            return false
        }
        entry.told += 1
        return true
    }

    /// Begins to count another second.
    /// - Returns: what was not told in the one before, in the order of its beginning.
    package mutating func take(next second: Int64?) -> [(Topic, Entry)] {
        let untold = self.entries.filter { $0.value.untold > 0 }
        self.entries.removeAll(keepingCapacity: true)
        self.second = second
        return untold.map { ($0.key, $0.value) }
    }
}

extension ClientEvent.Kind {
    /// Who left, and which channel.
    fileprivate var memberWhoLeft: (ChannelName, UserID)? {
        if case .memberRemoved(let channel, let member) = self { (channel, member.id) } else { nil }
    }
}
