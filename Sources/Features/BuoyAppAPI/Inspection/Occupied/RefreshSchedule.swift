package import ChannelsProtocol

/// When to list the channels again: at an interval that the user chooses, later after failures, and
/// not at all while nobody looks.
package struct RefreshSchedule: Hashable, Sendable {
    package enum Need: Hashable, Sendable {
        case none
        case shown
        case watched(isLocal: Bool)
    }

    static let standard = Duration.seconds(10)
    static let choices = Duration.seconds(1)...Duration.seconds(3600)
    static let watching = Duration.milliseconds(500)
    /// The longest wait after repeated failures, unless the server asks for a longer one.
    private static let longestWait = Duration.seconds(300)

    private enum State: Hashable {
        case idle
        case asking
        /// The server refused, so that repeating the request is of no use.
        case refused
    }

    private(set) var interval = Self.standard
    private var state = State.idle
    private var asked: ChannelsTimestamp?
    private(set) var failures = 0
    private var notBefore: ChannelsTimestamp?

    package init() {}

    package func interval(for need: Need) -> Duration {
        need == .watched(isLocal: true) ? min(self.interval, Self.watching) : self.interval
    }

    package var isAsking: Bool { self.state == .asking }
    package var isRefused: Bool { self.state == .refused }

    package func next(for need: Need) -> ChannelsTimestamp? {
        guard need != .none, self.state == .idle else { return nil }
        guard let asked = self.asked else { return self.notBefore ?? .zero }
        let usual = asked.advanced(by: self.interval(for: need))
        return max(usual, self.notBefore ?? usual)
    }

    /// - Returns: whether to make a request now, which counts as made.
    package mutating func timePassed(_ now: ChannelsTimestamp, _ need: Need) -> Bool {
        guard let next = self.next(for: need), next <= now else { return false }
        self.state = .asking
        self.asked = now
        return true
    }

    package mutating func succeeded() {
        self.state = .idle
        self.failures = 0
        self.notBefore = nil
    }

    package mutating func failed(_ failure: APIFailure, at now: ChannelsTimestamp) {
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

    /// Also after a refusal. A wait that the server requested stays in effect.
    package mutating func request() {
        guard self.state != .asking else { return }
        self.state = .idle
        self.asked = nil
        if self.failures == 0 { self.notBefore = nil }
    }

    package mutating func choose(_ interval: Duration) {
        self.interval = min(max(interval, Self.choices.lowerBound), Self.choices.upperBound)
    }
}
