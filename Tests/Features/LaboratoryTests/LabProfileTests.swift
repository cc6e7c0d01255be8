import ChannelsProtocol
import Testing

@testable import BuoyLaboratory

@Suite("profiles of the laboratory")
struct LabProfileTests {
    private static let names = ReconnectionPolicy.profiles.map(\.name)

    @Test("options follow the policy")
    func options() throws {
        let profile = try LabProfile.typed(
            "pusher-js  tls=no transports=ws+wss activity-timeout=30 version=8.6", policies: [])
        #expect(
            profile.name == "pusher-js tls=no transports=ws+wss activity-timeout=30 version=8.6")
        #expect(profile.activityTimeout == .seconds(30))
        #expect(profile.habits.fallbacks == [.init(start: .seconds(2))])
        #expect(profile.habits.countsFromRound)
        let one = try LabProfile.typed("pusher-js tls=no transports=ws", policies: [])
        #expect(one.habits.fallbacks == [])
        #expect(try LabProfile.typed("pusher-js tls=yes", policies: []).habits.fallbacks == [])
    }

    @Test("in a browser, an attempt also tries HTTP, unless only WebSockets are enabled")
    func browser() throws {
        func fallbacks(_ options: String) throws -> [Int] {
            try LabProfile.typed("pusher-js in=browser \(options)", policies: [])
                .habits.fallbacks.map { Int($0.start.inSeconds) }
        }
        #expect(try fallbacks("") == [2, 6, 17, 21, 47, 51])
        #expect(try fallbacks("tls=no") == [2, 5, 9, 20, 24, 50, 54])
        #expect(try fallbacks("transports=ws+wss") == [])
        #expect(try fallbacks("tls=no transports=ws+wss") == [2])
        #expect(try fallbacks("tls=no transports=ws") == [])
    }

    @Test(
        "a version chooses the policy that describes it",
        arguments: [
            ("pusher-swift version=5.1.1", "pusher-swift-5"),
            ("pusher-swift version=10", "pusher-swift"),
            ("libpusher version=1.4", "libpusher-classic"), ("libpusher version=1.6", "libpusher"),
        ])
    func versions(text: String, policy: String) throws {
        let profile = try LabProfile.typed(text, policies: [])
        #expect(profile.policy.name == policy)
        #expect(profile.name == text)
    }

    @Test(
        "an error says what is wrong",
        arguments: [
            ("pusher-jss", "unknown policy \"pusher-jss\"; did you mean \"pusher-js\"?"),
            ("pusher-js fast", "fast is not a policy option. The options are in="),
            ("pusher-js tls=maybe", "tls=maybe: tls must be yes or no"),
            ("pusher-js tls=no transports=http", "transports must be ws or ws+wss"),
            ("pusher-js transports=ws", "transports requires tls=no"),
            ("standard tls=no", "only pusher-js has the options in, tls and transports"),
            ("pysher in=browser", "only pusher-js has the options in, tls and transports"),
            ("pusher-js in=node", "in=node: in must be browser"),
            ("standard activity-timeout=0", "between 1 and 86400 seconds"),
            ("pusher-js version=7", "the laboratory supports 8.0 to before 9.0"),
            ("pusher-java version=2", "the laboratory supports only one version"),
            ("standard jitter=some", "jitter=some: jitter must be none"),
            ("pusher-js version=x", "the version must be a number, such as 8.6"),
            ("pusher-js version=8.6.0.1", "the version must be a number, such as 8.6"),
        ])
    func errors(text: String, expected: String) {
        #expect {
            try LabProfile.typed(text, policies: Self.names)
        } throws: { error in
            "\(error)".contains(expected)
        }
    }

    @Test("a library is at its own pace, a policy for a connection and buoy's own keep a distance")
    func pace() throws {
        let history = ReconnectionHistory(
            attempt: 2, retry: 2, everConnected: true, end: .closed(4200, reason: ""),
            timeSpent: .milliseconds(5), wasOpened: true)
        func delay(_ policy: ReconnectionPolicy) -> Duration? {
            guard case .retry(let delay, _, _) = policy.decision(after: history, chance: 0) else {
                return nil
            }
            return delay
        }
        #expect(delay(try #require(ReconnectionPolicy.named("pusher-js"))) == .milliseconds(195))
        #expect(delay(try #require(LabProfile.named("pusher-js")).policy) == .zero)
        #expect(delay(LabProfile(.pusherJS).policy) == .milliseconds(195))
    }
}
