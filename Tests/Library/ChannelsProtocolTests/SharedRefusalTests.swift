import ChannelsProtocol
import Testing

/// Errors that refuse a subscription and do not say which, as Reverb sends them.
@Suite("Refusals without a channel")
struct SharedRefusalTests {
    private static let unauthorized = ServerError(
        code: 4009, message: "Connection is unauthorized")

    private static func waiting(_ channels: ChannelName...) -> MachineScene {
        var scene = MachineScene().connected()
        for channel in channels { scene.subscribe(channel) }
        for request in scene.requests { scene.authorize(request) }
        return scene
    }

    private static func text(_ state: SubscriptionState?) -> String? {
        if case .failed(let failure)? = state { failure.text } else { nil }
    }

    @Test("all channels that wait fail with the reason, and the errors for the others are expected")
    func together() {
        var scene = Self.waiting(.privateA, .privateB, .privateC, .a)
        for _ in 1...3 { scene.receive(.error(Self.unauthorized)) }
        #expect(scene.problems.isEmpty)
        for channel in [.privateA, .privateB, .privateC] as [ChannelName] {
            let text = Self.text(scene.machine.subscription(to: channel))
            #expect(
                text == "The server refused the subscription: one of private-a, private-b, "
                    + "private-c was refused, without saying which: Connection is unauthorized. Check the app's secret, and the secret "
                    + "of the authorization endpoint.")
        }
        #expect(scene.machine.subscription(to: .a) == .subscribing)
        scene.wait(60)
        let stuck = scene.kinds.contains {
            if case .subscriptionStuck(.privateA, _) = $0 { true } else { false }
        }
        #expect(!stuck)
        // A fourth error is nobody's.
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        scene.receive(.error(Self.unauthorized))
        scene.wait(5)
        #expect(scene.problems.count == 1)
    }

    @Test(
        "a channel that was not meant is subscribed when it is confirmed, the others can be tried again"
    )
    func confirmed() {
        var scene = Self.waiting(.privateA, .privateB)
        scene.receive(.error(Self.unauthorized))
        scene.receive(.subscriptionSucceeded(.privateB, roster: nil))
        #expect(scene.machine.subscription(to: .privateB) == .subscribed)
        scene.resubscribe(.privateA)
        #expect(scene.machine.subscription(to: .privateA) == .authorizing)
    }

    @Test("a refusal without a reason hints at the secret")
    func noReason() {
        var scene = Self.waiting(.privateA)
        scene.receive(.subscriptionError(.privateA, type: "", text: "", status: nil))
        let text = Self.text(scene.machine.subscription(to: .privateA)) ?? ""
        #expect(text.contains("it gave no reason"))
        #expect(text.contains("the app's key and secret"))
    }
}
