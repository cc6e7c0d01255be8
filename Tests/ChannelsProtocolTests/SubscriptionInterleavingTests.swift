import ChannelsProtocol
import Testing

@Suite("Subscriptions in any order of events")
struct SubscriptionInterleavingTests {
    static let channels: [ChannelName] = [.a, .privateB, .presenceC]

    /// A server that confirms, in its own time, what it was asked for, and a user who changes
    /// their mind.
    struct World {
        var scene: MachineScene
        var chance: SplitMix
        var wanted: Set<ChannelName> = []
        var connections = 0
        /// What was sent and is not answered, on the present connection.
        var unanswered: [ClientMessage] = []
        var serverSubscriptions: Set<ChannelName> = []
        var sentSoFar = 0
        var unansweredRequests: [AuthorizationRequest] = []
        var requestsSoFar = 0
        /// Channels that were asked for and confirmed on the present connection.
        var confirmed: Set<ChannelName> = []

        let seed: UInt64

        init(seed: UInt64) {
            self.seed = seed
            self.scene = MachineScene(seed: seed)
            self.chance = SplitMix(seed: ~seed)
            self.scene.connect()
        }

        mutating func step() {
            let channel = SubscriptionInterleavingTests.channels.randomElement(using: &self.chance)
            guard let channel else { return }
            switch Int.random(in: 0..<12, using: &self.chance) {
            case 0...2:
                self.wanted.insert(channel)
                self.scene.subscribe(channel)
            case 3...4:
                self.wanted.remove(channel)
                self.scene.unsubscribe(channel)
            case 5...6: self.answerRequest(granted: true)
            case 7: self.answerRequest(granted: self.chance.next() % 4 > 0)
            case 8...10: self.serverAnswers()
            default: self.changeConnection()
            }
            self.collect()
            self.check()
        }

        mutating func answerRequest(granted: Bool) {
            guard let index = self.unansweredRequests.indices.randomElement(using: &self.chance)
            else { return }
            let request = self.unansweredRequests.remove(at: index)
            if granted {
                self.scene.authorize(request, user: "me")
            } else {
                self.scene.refuse(request)
            }
        }

        /// The server takes messages in order.
        mutating func serverAnswers() {
            guard self.scene.machine.state == .connected, !self.unanswered.isEmpty else { return }
            switch self.unanswered.removeFirst() {
            case .subscribe(let channel, _):
                self.serverSubscriptions.insert(channel)
                self.confirmed.insert(channel)
                let roster = Roster(members: [Member(id: "me")])
                self.scene.receive(
                    .subscriptionSucceeded(
                        channel, roster: channel.kind.hasMembers ? roster : nil))
            case .unsubscribe(let channel):
                self.serverSubscriptions.remove(channel)
            case .signIn, .ping, .pong, .event, .unknown:
                break
            }
        }

        mutating func changeConnection() {
            if self.scene.machine.state == .connected {
                switch Int.random(in: 0..<3, using: &self.chance) {
                case 0: self.scene.close(1006)
                case 1: self.scene.reconnect()
                default:
                    self.scene.disconnect()
                    self.scene.connect()
                }
                self.unanswered = []
                self.serverSubscriptions = []
                self.confirmed = []
            } else {
                // While the next attempt is waited for, it is made now.
                self.scene.connect()
                self.connections += 1
                self.scene.establish(self.connections)
            }
        }

        mutating func collect() {
            for (socket, message) in self.scene.sent[self.sentSoFar...] {
                self.hold(socket == self.scene.socket, "sent on an old socket")
                self.hold(self.scene.machine.state == .connected, "sent without a connection")
                self.unanswered.append(message)
            }
            self.sentSoFar = self.scene.sent.count
            let socketID = self.scene.machine.establishment?.socketID
            for request in self.scene.requests[self.requestsSoFar...] {
                self.hold(request.socketID == socketID, "asked for an old socket id")
                self.unansweredRequests.append(request)
            }
            self.requestsSoFar = self.scene.requests.count
        }

        func check() {
            let subscriptions = self.scene.machine.subscriptions
            let isConnected = self.scene.machine.state == .connected
            self.hold(Set(subscriptions.map(\.channel)) == self.wanted, "the last wish lost")
            self.hold(
                self.unansweredRequests.count <= Subscriptions.authorizationLimit,
                "too many authorizations at a time")
            for (channel, state) in subscriptions where state == .subscribed {
                self.hold(isConnected, "\(channel) is subscribed without a connection")
                self.hold(self.confirmed.contains(channel), "\(channel) was not confirmed")
            }
        }

        /// An expectation that costs nothing while it holds: there are millions.
        func hold(_ condition: Bool, _ text: @autoclosure () -> String) {
            if !condition { Issue.record("\(text()), seed \(self.seed)") }
        }

        /// Lets everything come to rest, with a connection.
        mutating func settle() {
            if self.scene.machine.state != .connected { self.changeConnection() }
            self.collect()
            for channel in self.wanted { self.scene.subscribe(channel) }
            self.collect()
            while !self.unanswered.isEmpty || !self.unansweredRequests.isEmpty {
                self.answerRequest(granted: true)
                self.serverAnswers()
                self.collect()
            }
        }
    }

    @Test("the last wish wins, nothing is confirmed unasked, and no old signature is sent")
    func interleavings() {
        for seed in 0..<10_000 as Range<UInt64> {
            var world = World(seed: seed)
            for _ in 0..<25 { world.step() }
            world.settle()
            let subscriptions = world.scene.machine.subscriptions
            world.hold(subscriptions.allSatisfy { $0.state == .subscribed }, "not all came to rest")
            world.hold(world.serverSubscriptions == world.wanted, "the server knows another wish")
            world.hold(world.scene.problems.isEmpty, "\(world.scene.problems)")
            world.check()
        }
    }
}
