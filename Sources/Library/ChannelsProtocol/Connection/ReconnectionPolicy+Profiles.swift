extension ReconnectionPolicy {
    package struct Profile: Sendable {
        package var summary: String
        package var policy: ReconnectionPolicy

        package var name: String { self.policy.name }
    }

    package static let profiles: [Profile] = [
        Profile(
            summary: "Exponential back-off with jitter up to 30s, forever.", policy: .standard),
        Profile(
            summary: "Like pusher-js 8: 1s after a loss, then slots of 15, 30 and 60s.",
            policy: .pusherJS),
        Profile(
            summary: "Like PusherSwift 10: 0, 1, 4, 9 … seconds, at most 120s, forever.",
            policy: .pusherSwift),
        Profile(
            summary: "Like PusherSwift 5: 0, 1, 4, 9, 16, 25s, then gives up.",
            policy: .pusherSwift5),
        Profile(
            summary: "Like libPusher 1.6: at most 3 retries, none before the first connection.",
            policy: .libPusher),
        Profile(
            summary: "Like libPusher before 1.5 by default: no retries.",
            policy: .libPusherClassic),
        Profile(
            summary: "Like the Java library: 1, 4, 9, 16, 25, 30s, then gives up.",
            policy: .pusherJava),
        Profile(
            summary: "Like pysher 1.0: 10s after every loss, forever, whatever the close code.",
            policy: .pysher),
        Profile(summary: "Every 5s, forever.", policy: .fixed),
        Profile(summary: "No retries.", policy: .never),
    ]

    package static func named(_ name: String) -> ReconnectionPolicy? {
        self.profiles.first { $0.name == name }?.policy
    }
}
