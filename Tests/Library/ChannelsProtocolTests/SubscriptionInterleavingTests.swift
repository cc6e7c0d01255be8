import BuoyTestBasics
import ChannelsProtocol
import Testing

@Suite("Subscriptions in any order of events")
struct SubscriptionInterleavingTests {
    static let channels: [ChannelName] = [.a, .privateB, .presenceC]

    /// How a server takes what it is asked for.
    enum Manner: CaseIterable, Sendable {
        /// One message after the other, each wish granted when it is read.
        case prompt
        /// A subscription takes its time, and until it is done nothing else about the channel is
        /// taken: as the hosted service does.
        case thorough
    }

    /// What happens beside wishes to come and go, and answers.
    enum Course: CaseIterable, Sendable {
        case plain
        /// Time passes, up to the limit of a subscription, and subscriptions are done again.
        case slow
    }

    /// A server that answers, in its own time, what it was asked for, and a user who changes their
    /// mind.
    struct World {
        var scene: MachineScene
        var chance: Dice
        var wanted: Set<ChannelName> = []
        var connections = 0
        var server: Server
        var sentSoFar = 0
        var unansweredRequests: [AuthorizationRequest] = []
        var requestsSoFar = 0

        let course: Course
        let seed: UInt64

        init(_ manner: Manner, _ course: Course, seed: UInt64) {
            self.server = Server(manner)
            self.course = course
            self.seed = seed
            self.scene = MachineScene(seed: seed)
            self.chance = Dice(seed: ~seed)
            self.scene.connect()
        }

        mutating func step() {
            let channel = SubscriptionInterleavingTests.channels.randomElement(using: &self.chance)
            guard let channel else { return }
            switch Int.random(in: 0..<(self.course == .slow ? 15 : 12), using: &self.chance) {
            case 0...2:
                self.wanted.insert(channel)
                self.scene.subscribe(channel)
            case 3...4:
                self.wanted.remove(channel)
                self.scene.unsubscribe(channel)
            case 5...6: self.answerRequest(granted: true)
            case 7: self.answerRequest(granted: self.chance.next() % 4 > 0)
            case 8...10: self.serverAnswers()
            case 11: self.changeConnection()
            case 12: self.scene.resubscribe(channel)
            default: self.scene.wait(4)
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

        mutating func serverAnswers() {
            guard self.scene.machine.state == .connected else { return }
            for message in self.server.answer() { self.scene.receive(message) }
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
                self.server = Server(self.server.manner)
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
                self.server.unread.append(message)
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
            let kept = subscriptions.filter { $0.state != .unsubscribing }.map(\.channel)
            self.hold(Set(kept) == self.wanted, "the last wish lost")
            self.hold(
                self.unansweredRequests.count <= Subscriptions.authorizationLimit,
                "too many authorizations at a time")
            self.hold(self.scene.timers(.subscription) <= 1, "more than one timer")
            for (channel, state) in subscriptions where state == .subscribed {
                self.hold(isConnected, "\(channel) is subscribed without a connection")
                self.hold(self.server.confirmed.contains(channel), "\(channel) was not confirmed")
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
            while !self.server.isIdle || !self.unansweredRequests.isEmpty {
                self.answerRequest(granted: true)
                self.serverAnswers()
                self.collect()
            }
        }
    }

    /// The server's side of one connection.
    struct Server {
        let manner: Manner
        /// What was sent to it and is not read.
        var unread: [ClientMessage] = []
        /// What was read and is not done.
        var unfinished: [ChannelName] = []
        var subscriptions: Set<ChannelName> = []
        /// Channels that were confirmed at least once.
        var confirmed: Set<ChannelName> = []

        init(_ manner: Manner) { self.manner = manner }

        var isIdle: Bool { self.unread.isEmpty && self.unfinished.isEmpty }

        /// Reads a message, and finishes a subscription when there is none to read or every other
        /// time.
        mutating func answer() -> [ServerMessage] {
            if let channel = self.unfinished.first, self.unread.count % 2 == 0 {
                self.unfinished.removeFirst()
                return [self.confirm(channel)]
            }
            guard !self.unread.isEmpty else { return [] }
            switch self.unread.removeFirst() {
            case .subscribe(let channel, _): return self.subscribe(channel)
            case .unsubscribe(let channel): return self.unsubscribe(channel)
            case .signIn, .ping, .pong, .event, .unknown: return []
            }
        }

        private mutating func subscribe(_ channel: ChannelName) -> [ServerMessage] {
            guard self.manner == .thorough else { return [self.confirm(channel)] }
            guard !self.subscriptions.contains(channel), !self.unfinished.contains(channel) else {
                return [Self.error("Existing subscription to channel \(channel)")]
            }
            self.unfinished.append(channel)
            return []
        }

        private mutating func unsubscribe(_ channel: ChannelName) -> [ServerMessage] {
            guard self.subscriptions.remove(channel) == nil, self.manner == .thorough else {
                return []
            }
            return [
                Self.error(
                    "No current subscription to channel \(channel), or subscription in progress")
            ]
        }

        private mutating func confirm(_ channel: ChannelName) -> ServerMessage {
            self.subscriptions.insert(channel)
            self.confirmed.insert(channel)
            let roster = Roster(members: [PresenceMember(id: "me")])
            return .subscriptionSucceeded(channel, roster: channel.kind.hasMembers ? roster : nil)
        }

        private static func error(_ text: String) -> ServerMessage {
            .error(ServerError(code: nil, message: text))
        }
    }

    @Test(
        "the last wish wins, nothing is confirmed unasked, and no old signature is sent",
        arguments: Manner.allCases, Course.allCases)
    func interleavings(manner: Manner, course: Course) {
        for seed in 0..<2_500 as Range<UInt64> {
            var world = World(manner, course, seed: seed)
            for _ in 0..<25 { world.step() }
            world.settle()
            let subscriptions = world.scene.machine.subscriptions
            world.hold(subscriptions.allSatisfy { $0.state == .subscribed }, "not all came to rest")
            world.hold(world.server.subscriptions == world.wanted, "the server knows another wish")
            // A server that takes its time refuses to be hurried; that is told, and does no harm.
            let isHurried = manner == .thorough && course == .slow
            let problems = world.scene.problems.filter {
                !isHurried || $0.kind != .serverError(code: nil)
            }
            world.hold(problems.isEmpty, "\(problems)")
            world.check()
        }
    }
}
