import ChannelsProtocol

package struct LabProfile: Sendable {
    var name: String
    var policy: ReconnectionPolicy
    /// See docs/protocol.md, "Pings". The server asks for 120 s.
    var activityTimeout: Duration
    var pongTimeout: Duration
    var habits = Habits()
    /// Whether each delay is the midpoint of its range.
    var isWithoutJitter = false
    /// Whether the behaviour was recorded from the library, or the policy is buoy's or the user's.
    var isRecorded = true

    /// The name, with a mark if the behaviour was not recorded.
    static func title(_ name: String, isRecorded: Bool) -> String {
        isRecorded ? name : "\(name) ~"
    }

    static let explanation = "~ not recorded"

    struct Habits: Hashable, Sendable {
        /// Whether it pings. Without pings it never notices that a link is silent.
        var pings = true
        /// Whether it is unavailable so long after the first attempt of a round, rather than after
        /// the loss. A round ends when the server accepts an attempt and closes it.
        var countsFromRound = false
        /// What else each attempt starts.
        var fallbacks: [Fallback] = []
        /// The limit of an attempt that has no fallbacks, because it is with the last transport
        /// that succeeded.
        var cachedTimeLimit: Duration?
        /// How long an attempt takes the library itself. It bounds its pace where it tries again at
        /// once.
        var attemptCost = Duration.zero
        var keepAlive: KeepAlive?
        var ownPings: OwnPings?
        /// Whether a `pusher:error` on an open connection makes the library reconnect or stop.
        var obeysErrors = false
    }

    /// A connection with another transport, which is opened so long after an attempt started, while
    /// its time has not passed and it is not connected. The server does not serve it.
    struct Fallback: Hashable, Sendable {
        let start: Duration
        /// How soon it is repeated if the server answers; `nil` if it is not.
        var repeatsAfter: Duration?
    }

    /// The pings of a WebSocket library. At each interval, the library ends a connection on which
    /// nothing arrived for `limit`, and pings.
    struct OwnPings: Hashable, Sendable {
        let interval: Duration
        let limit: Duration
    }

    /// TCP keep-alive, as tcp(7) names it.
    struct KeepAlive: Hashable, Sendable {
        let idle: Duration
        /// The time from one probe to the next, and from the last one to the end.
        let interval: Duration
        let probes: Int

        var lastProbe: Duration { self.idle + self.interval * (self.probes - 1) }
    }

    init(
        _ policy: ReconnectionPolicy, activityTimeout: Duration = .seconds(120),
        pongTimeout: Duration = .seconds(30)
    ) {
        self.name = policy.name
        self.policy = policy
        self.activityTimeout = activityTimeout
        self.pongTimeout = pongTimeout
    }

    /// A library is played at its own pace; buoy's own policies keep their distance between
    /// attempts.
    static func named(_ name: String) -> LabProfile? {
        guard let policy = ReconnectionPolicy.named(name) else { return nil }
        var profile = LabProfile(policy)
        if Self.ownPolicies.contains(name) { return profile }
        profile.policy = policy.atLibraryPace()
        profile.isRecorded = Self.recorded.contains(name)
        // Measured on loopback: pusher-js 8.6 made 280 attempts in a second.
        profile.habits.attemptCost = .microseconds(3500)
        switch name {
        case "pusher-js":
            profile.habits.countsFromRound = true
        case "pusher-java":
            // Java-WebSocket 1.5: `connectionLostTimeout` is 60 s; the limit is 1.5 times that.
            profile.habits.ownPings = OwnPings(interval: .seconds(60), limit: .seconds(90))
        case "pusher-swift-5":
            // Pings came with PusherSwift 6.
            profile.habits.pings = false
        case "pysher":
            // It ends a connection that was silent for 305 s. The keep-alive is websocket-client's.
            profile.pongTimeout = .seconds(185)
            profile.habits.obeysErrors = true
            profile.habits.keepAlive = KeepAlive(
                idle: .seconds(30), interval: .seconds(10), probes: 3)
        default: break
        }
        return profile
    }

    private static let ownPolicies = ["standard", "fixed", "never"]

    /// The profiles that are compared with recordings of the library (docs/lab.md, "Accuracy").
    private static let recorded = ["pusher-js", "pysher", "pusher-java"]

    var hasJitter: Bool {
        guard !self.isWithoutJitter else { return false }
        let lost = ConnectFailure(kind: .unreachable, what: "")
        let schedules = [0, 0.999].map {
            self.policy.schedule(after: .failed(lost), count: 5, chance: $0)
        }
        return schedules[0] != schedules[1]
    }

    /// How long after a link fell silent the loss is noticed, by when its last ping was; `nil` if
    /// it never is.
    var noticesSilence: ClosedRange<Duration>? {
        guard self.habits.pings else { return nil }
        let most = self.idleLimit + self.pongTimeout
        return self.pongTimeout...min(self.habits.ownPings.map { $0.interval * 2 } ?? most, most)
    }

    /// Returns the profile with this pong timeout. A library without such an option keeps its own.
    func waitingForPongs(_ time: Duration) -> LabProfile {
        guard self.pongTimeout == .seconds(30) else { return self }
        var profile = self
        profile.pongTimeout = time
        return profile
    }

    /// The server asks for 120 s; a client may want less.
    var idleLimit: Duration { min(self.activityTimeout, .seconds(120)) }

    package static let returning = ReconnectionPolicy.profiles.filter {
        let lost = ConnectFailure(kind: .unreachable, what: "")
        return !$0.policy.schedule(after: .failed(lost), count: 1).isEmpty
    }.compactMap { LabProfile.named($0.name) }

    static let compared = [
        "standard", "pusher-js", "pusher-swift", "pusher-swift-5", "libpusher", "pusher-java",
        "pysher",
    ].compactMap { LabProfile.named($0) }
}
