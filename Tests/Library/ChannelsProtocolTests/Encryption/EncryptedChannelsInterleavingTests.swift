import BuoyTestBasics
import ChannelsProtocol
import Testing

@Suite("Encrypted channels in any order of events")
struct EncryptedChannelsInterleavingTests {
    static let channels: [ChannelName] = [.encryptedA, .encryptedB, .encryptedC]

    /// Publishers who change their keys, an endpoint that answers in its own time, and a connection
    /// that breaks.
    struct World {
        var scene = EncryptionScene()
        var chance: Dice
        var connections = 0
        /// The key that is right now.
        var keys: [ChannelName: Int] = [:]
        var sent: [ChannelName: [EventName]] = [:]
        var unanswered: [AuthorizationRequest] = []
        var requestsSoFar = 0

        init(seed: UInt64) {
            self.chance = Dice(seed: seed)
            self.connect()
        }

        mutating func connect() {
            self.connections += 1
            self.scene.connect(self.connections)
            for channel in EncryptedChannelsInterleavingTests.channels {
                self.scene.authorize(channel, key: "k\(self.keys[channel, default: 0])")
            }
        }

        mutating func step() {
            let channel =
                EncryptedChannelsInterleavingTests.channels.randomElement(using: &self.chance)
                ?? .encryptedA
            switch Int.random(in: 0..<40, using: &self.chance) {
            case 0...19: self.publish(on: channel)
            case 20...22: self.keys[channel, default: 0] += 1
            case 23...30: self.answer()
            case 31...37: self.scene.wait(Double.random(in: 0...4, using: &self.chance))
            case 38: self.scene.authorize(channel, key: "k\(self.keys[channel, default: 0])")
            default:
                self.scene.disconnect()
                self.connect()
            }
            self.unanswered += self.scene.requests[self.requestsSoFar...]
            self.requestsSoFar = self.scene.requests.count
        }

        mutating func publish(on channel: ChannelName) {
            let name = EventName("\(self.sent[channel, default: []].count)")
            self.sent[channel, default: []].append(name)
            switch Int.random(in: 0..<10, using: &self.chance) {
            case 0: self.scene.receive(name, sealedWith: nil, on: channel)
            case 1: self.scene.receive(name, sealedWith: "forged", on: channel)
            default:
                let key = "k\(self.keys[channel, default: 0])"
                self.scene.receive(name, sealedWith: key, on: channel)
            }
        }

        mutating func answer() {
            guard let index = self.unanswered.indices.randomElement(using: &self.chance)
            else { return }
            let request = self.unanswered.remove(at: index)
            switch Int.random(in: 0..<6, using: &self.chance) {
            case 0: self.scene.answer(request, .failure(.forbidden))
            case 1: self.scene.answer(request, key: nil)
            default:
                let key = "k\(self.keys[request.channel, default: 0])"
                self.scene.answer(request, key: key)
            }
        }

        /// What became of the events of a channel, in order.
        func settled(on channel: ChannelName) -> [EventName] {
            self.scene.outcomes.compactMap {
                switch $0 {
                case .read(let name, channel), .failed(let name, _, _, channel): name
                case .read, .failed: nil
                }
            }
        }
    }

    @Test("every event is settled once, in the order of its channel", arguments: 0..<100)
    func invariants(seed: Int) {
        var world = World(seed: UInt64(seed))
        for _ in 0..<400 {
            world.step()
            #expect(world.unanswered.count <= EncryptedChannels.requestLimit)
        }
        // Were an event still waiting after the limit, it would be missing below.
        world.scene.wait(10)
        for channel in Self.channels {
            #expect(world.settled(on: channel) == world.sent[channel, default: []])
            let isThis = world.scene.requests.map { $0.channel == channel }
            let times = zip(world.scene.requestTimes, zip(isThis, world.scene.requests))
                .filter(\.1.0)
            for (earlier, later) in zip(times, times.dropFirst())
            where earlier.1.1.socketID == later.1.1.socketID {
                #expect(later.0 - earlier.0 > 9.999)
            }
        }
        #expect(Set(world.scene.requests.map(\.number)).count == world.scene.requests.count)
    }
}
