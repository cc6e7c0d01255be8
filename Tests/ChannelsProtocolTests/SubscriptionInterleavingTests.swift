import ChannelsProtocol
import Testing

@Suite("Subscriptions in any order of events")
struct SubscriptionInterleavingTests {
    static let channels: [ChannelName] = ["a", "private-b", "presence-c"]

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

        init(seed: UInt64) {
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
                #expect(socket == self.scene.socket)
                #expect(self.scene.machine.state == .connected)
                self.unanswered.append(message)
            }
            self.sentSoFar = self.scene.sent.count
            for request in self.scene.requests[self.requestsSoFar...] {
                #expect(request.socketID == self.scene.machine.establishment?.socketID)
                self.unansweredRequests.append(request)
            }
            self.requestsSoFar = self.scene.requests.count
        }

        func check() {
            let subscriptions = self.scene.machine.subscriptions
            #expect(Set(subscriptions.map(\.channel)) == self.wanted)
            #expect(self.unansweredRequests.count <= Subscriptions.authorizationLimit)
            for (channel, state) in subscriptions where state == .subscribed {
                #expect(self.confirmed.contains(channel))
            }
            if self.scene.machine.state != .connected {
                #expect(!subscriptions.contains { $0.state == .subscribed })
            }
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
            #expect(subscriptions.allSatisfy { $0.state == .subscribed }, "seed \(seed)")
            #expect(Set(subscriptions.map(\.channel)) == world.wanted, "seed \(seed)")
            #expect(world.serverSubscriptions == world.wanted, "seed \(seed)")
            #expect(world.scene.problems.isEmpty, "seed \(seed)")
            if world.scene.problems.isEmpty == false { break }
        }
    }
}
