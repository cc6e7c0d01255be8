import Testing

@testable import ChannelsTransport

@Suite("Descriptors for connections")
struct DescriptorRoomTests {
    private func room(limit: Int, open: Int) -> DescriptorRoom {
        var room = DescriptorRoom(limit: limit)
        room.counted(open: open)
        return room
    }

    @Test("clients get what is left over the reserve, and own connections half of it too")
    func reserve() {
        var room = self.room(limit: 64, open: 20)
        #expect(room.reserve == 17)
        #expect(room.left(for: .client) == 27)
        #expect(room.left(for: .own) == 36)
        for _ in 0..<27 { #expect(room.take(1, for: .client) == true) }
        #expect(room.take(1, for: .client) == false)
        for _ in 0..<9 { #expect(room.take(1, for: .own) == true) }
        #expect(room.take(1, for: .own) == false)
        room.giveBack(10)
        #expect(room.take(1, for: .client) == true)
    }

    @Test("the reserve grows with the limit, up to 64")
    func reserves() {
        for (limit, reserve) in [(0, 16), (64, 17), (1024, 32), (20_000, 64), (.max, 64)] {
            #expect(DescriptorRoom(limit: limit).reserve == reserve)
        }
    }

    @Test("a descriptor that is promised is taken, but not open")
    func promised() {
        var room = self.room(limit: 100, open: 20)
        let left = room.left(for: .client)
        #expect(room.take(2, promised: 1, for: .client) == true)
        #expect(room.left(for: .client) == left - 2)
        // Only that of the client is open.
        room.counted(open: 21)
        #expect(room.left(for: .client) == left - 2)
        room.opened()
        room.counted(open: 22)
        #expect(room.left(for: .client) == left - 2)
        room.giveBack(1)
        room.giveBack(1)
        room.counted(open: 20)
        #expect(room.left(for: .client) == left)
    }

    @Test("what others open is noticed: it is counted again before half of the room is taken")
    func counting() {
        var room = DescriptorRoom(limit: 100)
        #expect(room.isStale)
        room.counted(open: 20)
        let half = room.left(for: .client) / 2
        for _ in 0..<half {
            #expect(!room.isStale)
            #expect(room.take(1, for: .client) == true)
        }
        #expect(room.isStale)
        // Something else has opened thirty files.
        room.counted(open: 20 + half + 30)
        #expect(room.left(for: .client) == 100 - 50 - half - room.reserve)
        // After a refusal it is counted before the next answer.
        while room.take(1, for: .client) {}
        #expect(room.isStale)
    }

    @Test("a client in whose place another one is closed is counted beyond the limit")
    func instead() {
        var room = self.room(limit: 40, open: 22)
        while room.take(1, for: .client) {}
        room.takeInstead(1, promised: 0)
        #expect(room.left(for: .client) == -1)
        room.giveBack(1)
        #expect(room.left(for: .client) == 0)
    }
}

@Suite("A shortage of descriptors")
struct DescriptorShortageTests {
    @Test("says the limit and what to try, in a line of 80 columns with its mark")
    func sentence() {
        #expect(
            DescriptorShortage(limit: 64).sentence
                == "Too many open files (limit 64): no more clients for now. Try ulimit -n 4096.")
        #expect(DescriptorShortage(limit: 64).sentence.count <= 77)
        #expect(DescriptorShortage(limit: 4096).sentence.hasSuffix(" ulimit -n 16384."))
        #expect(DescriptorShortage(limit: .max).advice.hasSuffix(" ulimit -n \(Int.max)."))
    }
}

@Suite("When clients are accepted")
struct AcceptingPolicyTests {
    private let pause = AcceptingPolicy.pause

    @Test("no room pauses, room for two resumes, and the pause is told once")
    func pausing() {
        var policy = AcceptingPolicy()
        #expect(policy.checked(clients: 1, at: .zero) == .accept)
        #expect(policy.checked(clients: 0, at: .seconds(1)) == .pause(self.pause, notifies: true))
        #expect(policy.checked(clients: 0, at: .seconds(2)) == .pause(self.pause, notifies: false))
        // One place would be gone at once.
        #expect(policy.checked(clients: 1, at: .seconds(3)) == .pause(self.pause, notifies: false))
        #expect(policy.checked(clients: 2, at: .seconds(4)) == .accept)
        #expect(policy.checked(clients: 1, at: .seconds(4)) == .accept)
    }

    @Test("a shortage that comes and goes is told again only after a minute without one")
    func telling() {
        var policy = AcceptingPolicy()
        #expect(policy.checked(clients: 0, at: .zero) == .pause(self.pause, notifies: true))
        for second in stride(from: 1, through: 119, by: 2) {
            #expect(policy.checked(clients: 9, at: .seconds(second)) == .accept)
            #expect(
                policy.checked(clients: 0, at: .seconds(second + 1))
                    == .pause(self.pause, notifies: false))
        }
        #expect(policy.checked(clients: 9, at: .seconds(121)) == .accept)
        #expect(policy.checked(clients: 0, at: .seconds(180)) == .pause(self.pause, notifies: true))
    }

    @Test("when the system has refused a descriptor, the pause lasts, whatever room there seems")
    func failing() {
        var policy = AcceptingPolicy()
        let long = AcceptingPolicy.longPause
        #expect(policy.failed(at: .zero) == .pause(long, notifies: true))
        let half = Duration.milliseconds(500)
        #expect(policy.checked(clients: 99, at: half) == .pause(long - half, notifies: false))
        #expect(policy.checked(clients: 99, at: long) == .accept)
    }
}
