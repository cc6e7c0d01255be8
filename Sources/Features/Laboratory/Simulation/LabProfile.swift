package import ChannelsProtocol

/// A client library as the laboratory plays it: its policy, and its time limits.
package struct LabProfile: Sendable {
    /// The name of the policy.
    package var name: String { self.policy.name }
    /// When it tries again.
    package var policy: ReconnectionPolicy
    /// How long a connection may be idle before a ping (docs/protocol.md, "Pings").
    package var activityTimeout: Duration
    /// How long a ping may stay unanswered.
    package var pongTimeout: Duration

    /// Whether it is unavailable so long after the first attempt, rather than after the loss.
    package var isPatientAfterLoss = false

    /// Creates a profile; the time limits are those that the protocol recommends.
    package init(
        _ policy: ReconnectionPolicy, activityTimeout: Duration = .seconds(120),
        pongTimeout: Duration = .seconds(30)
    ) {
        self.policy = policy
        self.activityTimeout = activityTimeout
        self.pongTimeout = pongTimeout
    }

    /// A named policy with the time limits of its library: PusherSwift pings after 60 s
    /// (version 10.1), all others after 120 s. After a loss pusher-js counts to `unavailable`
    /// from its first attempt (version 8.6).
    package static func named(_ name: String) -> LabProfile? {
        guard let policy = ReconnectionPolicy.named(name) else { return nil }
        let isSwift = name.hasPrefix("pusher-swift")
        var profile = LabProfile(policy, activityTimeout: .seconds(isSwift ? 60 : 120))
        profile.isPatientAfterLoss = name == "pusher-js"
        return profile
    }

    /// Whether delays depend on random numbers.
    var hasJitter: Bool {
        let lost = ConnectFailure(kind: .unreachable, text: "")
        let schedules = [0, 0.999].map {
            self.policy.schedule(after: .failed(lost), count: 5, chance: $0)
        }
        return schedules[0] != schedules[1]
    }

    /// Every named policy that tries again: what many clients are compared with unless others are
    /// asked for.
    package static let returning = ReconnectionPolicy.profiles.filter {
        let lost = ConnectFailure(kind: .unreachable, text: "")
        return !$0.policy.schedule(after: .failed(lost), count: 1).isEmpty
    }.compactMap { LabProfile.named($0.name) }

    /// The libraries that are compared unless others are asked for.
    package static let compared = [
        "standard", "pusher-js", "pusher-swift", "pusher-swift-5", "libpusher", "pusher-java",
    ].compactMap { LabProfile.named($0) }
}
