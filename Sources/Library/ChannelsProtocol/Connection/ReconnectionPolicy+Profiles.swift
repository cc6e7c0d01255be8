extension ReconnectionPolicy {
    package struct Profile: Sendable {
        package var summary: String
        package var policy: ReconnectionPolicy

        package var name: String { self.policy.name }
    }

    package static let profiles = Self.libraries + Self.comparisons

    package static let libraries: [Profile] = [
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
            summary: "Like pysher 1.0: 10s after every end, forever, regardless of close code.",
            policy: .pysher),
        Profile(summary: "Every 5s, forever.", policy: .fixed),
        Profile(summary: "No retries.", policy: .never),
    ]

    package static let comparisons: [Profile] = [
        Profile(
            summary: "Like Phoenix 1.8: 10, 50, 100 … 2000, then 5000ms, without jitter.",
            policy: .phoenix),
        Profile(summary: "Like Socket.IO 4: 1, 2, 4, then 5s, ± 50%.", policy: .socketIO),
        Profile(
            summary:
                "Like centrifuge-js 5: 0.5s and a random part of 0.5, 1, 2 … seconds, at most 20s.",
            policy: .centrifuge),
        Profile(
            summary: "Like Ably: immediately, then 20, 25, 30 … seconds, less up to 20%.",
            policy: .ably),
        Profile(
            summary: "Like Rails 8 Action Cable: 6 to 12s, then 7, 8, 9 … 24s and up to 15%.",
            policy: .actionCable),
        Profile(
            summary: "Like gRPC: immediately, then 1, 1.6, 2.6 … seconds, at most 120s, ± 20%.",
            policy: .grpc),
        Profile(
            summary: "AWS full jitter: anything up to 1, 2, 4 … seconds, at most 30s.",
            policy: .awsFull),
        Profile(
            summary: "AWS equal jitter: half of 1, 2, 4 … 30s, and anything up to it.",
            policy: .awsEqual),
        Profile(
            summary: "AWS decorrelated jitter: 1s to three times the previous delay, "
                + "at most 30s.",
            policy: .awsDecorrelated),
    ]

    package static func named(_ name: String) -> ReconnectionPolicy? {
        self.profiles.first { $0.name == name }?.policy
    }
}
