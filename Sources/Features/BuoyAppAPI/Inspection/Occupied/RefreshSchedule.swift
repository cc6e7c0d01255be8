package import ChannelsProtocol

/// When to list the channels again: at an interval that the user chooses, later after failures, and
/// not at all while nobody looks.
package struct RefreshSchedule: Hashable, Sendable {
    /// Who needs the listing.
    package enum Need: Hashable, Sendable {
        /// Nobody: the list is not shown, and no pattern is watched.
        case none
        /// The list is shown.
        case shown
        /// A pattern is watched.
        /// - Parameter isLocal: whether the server runs on this machine, so that frequent requests
        ///   cost nobody anything.
        case watched(isLocal: Bool)
    }

    /// The interval by default.
    static let standard = Duration.seconds(10)
    /// The intervals that can be chosen.
    static let choices = Duration.seconds(1)...Duration.seconds(3600)
    /// The interval on this machine while a pattern is watched.
    static let watching = Duration.milliseconds(500)
    /// The longest wait after repeated failures, unless the server asks for a longer one.
    private static let longestWait = Duration.seconds(300)

    private enum State: Hashable {
        case idle
        case asking
        /// The server refused, so that repeating the request is of no use.
        case refused
    }

    /// What the user has chosen.
    private(set) var interval = Self.standard
    private var state = State.idle
    /// When the last request was made.
    private var asked: Timestamp?
    /// The number of failures since the last success.
    private(set) var failures = 0
    /// Not before this time, after a failure.
    private var notBefore: Timestamp?

    package init() {}

    /// The interval in effect.
    package func interval(for need: Need) -> Duration {
        need == .watched(isLocal: true) ? min(self.interval, Self.watching) : self.interval
    }

    /// Whether a request is under way.
    package var isAsking: Bool { self.state == .asking }
    /// Whether it was refused for good.
    package var isRefused: Bool { self.state == .refused }

    /// When the next request is due; `nil` if none is.
    package func next(for need: Need) -> Timestamp? {
        guard need != .none, self.state == .idle else { return nil }
        guard let asked = self.asked else { return self.notBefore ?? .zero }
        let usual = asked.advanced(by: self.interval(for: need))
        return max(usual, self.notBefore ?? usual)
    }

    /// Time has passed.
    /// - Returns: whether to make a request now, which counts as made.
    package mutating func timePassed(_ now: Timestamp, _ need: Need) -> Bool {
        guard let next = self.next(for: need), next <= now else { return false }
        self.state = .asking
        self.asked = now
        return true
    }

    /// The listing is complete.
    package mutating func succeeded() {
        self.state = .idle
        self.failures = 0
        self.notBefore = nil
    }

    /// The listing failed.
    package mutating func failed(_ failure: APIFailure, at now: Timestamp) {
        guard failure.kind == .temporary else {
            self.state = .refused
            return
        }
        self.state = .idle
        let doublings = min(self.failures, 8)
        self.failures += 1
        let wait = min(max(self.interval, .seconds(1)) * (1 << doublings), Self.longestWait)
        self.notBefore = now.advanced(by: max(wait, failure.retryAfter ?? .zero))
    }

    /// The user wants a listing now, also after a refusal. A wait that the server asked for stays
    /// in effect.
    package mutating func request() {
        guard self.state != .asking else { return }
        self.state = .idle
        self.asked = nil
        if self.failures == 0 { self.notBefore = nil }
    }

    /// Chooses another interval; the nearest possible one.
    package mutating func choose(_ interval: Duration) {
        self.interval = min(max(interval, Self.choices.lowerBound), Self.choices.upperBound)
    }
}
