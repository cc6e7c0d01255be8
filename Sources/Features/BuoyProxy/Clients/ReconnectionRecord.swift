import BuoyDashboard
import ChannelsEventWords
import ChannelsProtocol
import DequeModule
import OrderedCollections

/// How a client has come back after its losses, beside what its library is known to do.
struct ReconnectionRecord: Sendable {
    struct Attempt: Hashable, Sendable {
        /// Within the outage, from 1.
        let number: Int
        let start: ChannelsTimestamp
        /// When the library was expected to make it; `nil` if that is not known.
        let expected: ChannelsTimestamp?
        var isUnexpected = false
        /// `nil` if it led to a connection, or is under way.
        var failure: String?
    }

    struct Outage: Hashable, Sendable {
        let start: ChannelsTimestamp
        /// In a few words, which may contain text of the server.
        fileprivate(set) var cause: String
        let channels: Set<ChannelName>
        /// The attempts; of more than `attemptLimit`, the first and the latest.
        var attempts: [Attempt] = []
        var attemptCount = 0
        /// `nil` if no attempt is expected, or if that is not known.
        var nextExpected: ChannelsTimestamp?
        var expectsEnd = false
        var end: ChannelsTimestamp?
        /// Whether the client said that it wants no connection.
        var isWanted = false
        var returned: Set<ChannelName> = []
        /// The channels that were refused, or that the client has not requested again, and why.
        var missing: OrderedDictionary<ChannelName, String> = [:]

        static let attemptLimit = 40
    }

    let library: ClientLibrary
    private(set) var outages: Deque<Outage> = []
    private(set) var outageCount = 0
    private(set) var attempts = RateCounter()

    private var subscribed: Set<ChannelName> = []
    private static let outageLimit = 20

    init(_ library: ClientLibrary) { self.library = library }

    mutating func attempted(at time: ChannelsTimestamp) {
        self.attempts.record(second: time.second)
    }

    static let noTLSHere = "with TLS, which this port does not use"

    /// The client has tried TLS on a port without it, beside its attempts without.
    mutating func triedTLS(at time: ChannelsTimestamp) {
        self.attempts.record(second: time.second)
        self.changeLast { outage in
            outage.add(start: time, expected: nil, isUnexpected: false)
            outage.fail(Self.noTLSHere)
        }
    }

    /// The connection just lost was lost because of a fault, which the client did not see.
    mutating func blameFault(at time: ChannelsTimestamp) {
        self.changeLast { outage in
            if outage.start == time { outage.cause += " (fault)" }
        }
    }

    mutating func note(_ event: ClientReport) {
        switch event.kind {
        case .stateChanged(let change): self.note(change, at: event.time)
        case .attemptStarted: self.note(attemptAt: event.time)
        case .attemptFailed(_, let end, _):
            self.changeLast { $0.fail(end.words(.row)) }
        case .retryScheduled(let retry):
            guard self.library.policy != nil else { return }
            self.changeLast { $0.nextExpected = event.time.advanced(by: retry.delay) }
        case .subscriptionChanged(let channel, let state): self.note(channel, state)
        default: break
        }
    }

    private mutating func note(_ change: StateChange, at time: ChannelsTimestamp) {
        if change.previous == .connected {
            self.begin(change, at: time)
        } else if change.current == .connected {
            self.changeLast { $0.end = time }
        }
        guard change.current == .failed, self.library.policy != nil else { return }
        self.changeLast {
            if let end = change.cause.end { $0.fail(end.words(.row)) }
            $0.expectsEnd = true
            $0.nextExpected = nil
        }
    }

    private mutating func begin(_ change: StateChange, at time: ChannelsTimestamp) {
        let cause = change.cause.end?.words(.row) ?? "the client closed it"
        var outage = Outage(start: time, cause: cause, channels: Set(self.subscribed))
        outage.isWanted = change.current == .disconnected
        if self.outages.count == Self.outageLimit { self.outages.removeFirst() }
        self.outages.append(outage)
        self.outageCount += 1
        self.subscribed = []
    }

    private mutating func note(attemptAt time: ChannelsTimestamp) {
        self.changeLast { outage in
            let isUnexpected = outage.expectsEnd && outage.nextExpected == nil
            outage.add(start: time, expected: outage.nextExpected, isUnexpected: isUnexpected)
            outage.nextExpected = nil
        }
    }

    private mutating func note(_ channel: ChannelName, _ state: SubscriptionState) {
        switch state {
        case .subscribed:
            self.subscribed.insert(channel)
            self.changeChannels { outage in
                guard outage.channels.contains(channel) else { return }
                outage.returned.insert(channel)
                outage.missing[channel] = nil
            }
        case .failed(let failure):
            self.subscribed.remove(channel)
            self.changeChannels { outage in
                guard outage.channels.contains(channel) else { return }
                outage.missing[channel] = failure.wordsOfLoss
            }
        case .unsubscribed, .unsubscribing: self.subscribed.remove(channel)
        case .requested, .authorizing, .subscribing: break
        }
    }

    /// Changes the latest outage after its end, when channels come back.
    private mutating func changeChannels(_ change: (inout Outage) -> Void) {
        guard self.outages.last?.end != nil else { return }
        change(&self.outages[self.outages.count - 1])
    }

    private mutating func changeLast(_ change: (inout Outage) -> Void) {
        guard let last = self.outages.last, last.end == nil else { return }
        change(&self.outages[self.outages.count - 1])
    }
}

extension ReconnectionRecord.Outage {
    fileprivate mutating func add(
        start: ChannelsTimestamp, expected: ChannelsTimestamp?, isUnexpected: Bool
    ) {
        self.attemptCount += 1
        if self.attempts.count == Self.attemptLimit {
            self.attempts.remove(at: Self.attemptLimit / 2)
        }
        self.attempts.append(
            ReconnectionRecord.Attempt(
                number: self.attemptCount, start: start, expected: expected,
                isUnexpected: isUnexpected))
    }

    fileprivate mutating func fail(_ words: String) {
        guard let index = self.attempts.lastIndex(where: { $0.failure == nil }) else { return }
        self.attempts[index].failure = words
    }

    var isUnexpected: Bool { self.attempts.contains(where: \.isUnexpected) }

    var isSettled: Bool {
        self.returned.count + self.missing.count >= self.channels.count
    }

    /// `3 of 5 channels came back`; `nil` before the connection is established again, and without
    /// channels.
    var channelSentence: String? {
        guard self.end != nil, !self.channels.isEmpty else { return nil }
        let (back, all) = (self.returned.count, self.channels.count)
        let noun = all == 1 ? "channel" : "channels"
        guard back < all else {
            return switch all {
            case 1: "the channel came back"
            case 2: "both channels came back"
            default: "all \(all) channels came back"
            }
        }
        return "\(back) of \(all) \(noun) came back"
    }

    /// `private-x: refused, authorization answered 403`. Contains names from the network.
    var missingLines: [String] {
        self.missing.map { "\($0.key.text): \($0.value)" }
    }
}

extension ReconnectionRecord.Attempt {
    /// How far from its expected time an attempt may start and still count as expected: a tenth of
    /// the delay, and half a second for the ways there and back.
    func deviation(since start: ChannelsTimestamp) -> Deviation {
        if self.isUnexpected { return .unexpected }
        guard let expected = self.expected else { return .unknown }
        let late = self.start.duration(since: expected)
        let slack = Duration.milliseconds(500) + expected.duration(since: start) / 10
        if late > slack { return .late(late) }
        return late < .zero - slack ? .early(.zero - late) : .asExpected
    }

    enum Deviation: Hashable, Sendable {
        case asExpected
        case early(Duration)
        case late(Duration)
        case unexpected
        case unknown
    }
}

extension SubscriptionFailure {
    fileprivate var wordsOfLoss: String {
        switch self.phase {
        case .authorization:
            "refused, authorization " + (self.status.map { "returned \($0)" } ?? "unanswered")
        case .subscription:
            "refused by the server" + ((self.status ?? self.code).map { " with \($0)" } ?? "")
        case .notRequested: "not requested again"
        }
    }
}
