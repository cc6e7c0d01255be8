extension ReconnectionPolicy {
    /// A policy with a name.
    package struct Profile: Sendable {
        /// A sentence that says when it reconnects.
        package var summary: String
        package var policy: ReconnectionPolicy

        /// The name as on the command line: `pusher-js`.
        package var name: String { self.policy.name }
    }

    /// The named policies, in the order in which they are shown.
    package static let profiles: [Profile] = [
        Profile(
            summary: "Exponential back-off with jitter up to 30 s, for ever.", policy: .standard),
        Profile(
            summary: "As pusher-js 8: 1 s after a loss, then slots of 15, 30 and 60 s.",
            policy: .pusherJS),
        Profile(
            summary: "As PusherSwift 10: 0, 1, 4, 9 … s, at most 120 s, for ever.",
            policy: .pusherSwift),
        Profile(
            summary: "As PusherSwift 5: 0, 1, 4, 9, 16, 25 s, then it gives up.",
            policy: .pusherSwift5),
        Profile(
            summary: "As libPusher 1.6: at most 3 retries, none before a first connection.",
            policy: .libPusher),
        Profile(
            summary: "As libPusher before 1.5, by default: no retry.", policy: .libPusherClassic),
        Profile(
            summary: "As the Java library: 1, 4, 9, 16, 25, 30 s, then it gives up.",
            policy: .pusherJava),
        Profile(
            summary: "As pysher 1.0: 10 s after every end, for ever, whatever the close code.",
            policy: .pysher),
        Profile(summary: "Every 5 s, for ever.", policy: .fixed),
        Profile(summary: "No retry.", policy: .never),
    ]

    /// The policy with this name, as in `profiles`; `nil` if there is none.
    package static func named(_ name: String) -> ReconnectionPolicy? {
        self.profiles.first { $0.name == name }?.policy
    }
}
