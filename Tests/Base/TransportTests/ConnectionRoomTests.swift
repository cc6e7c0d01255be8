import Testing

@testable import ChannelsTransport

@Suite("Which connection makes room")
struct ConnectionRoomTests {
    private func room(_ count: Int, limit: Int, bytes: Int = .max) -> ConnectionRoom {
        var room = ConnectionRoom(limit: limit, byteLimit: bytes)
        for number in 1...count { _ = room.opened(number) }
        return room
    }

    @Test("the one that has waited longest goes, a busy one never")
    func waiting() {
        var room = self.room(3, limit: 3)
        room.becameBusy(1)
        // The second continues with its body, so the third has waited longest.
        room.madeProgress(2)
        #expect(room.opened(4) == .added(insteadOf: 3))
        #expect(room.opened(5) == .added(insteadOf: 2))
        room.becameBusy(4)
        room.becameBusy(5)
        #expect(room.opened(6) == .refused)
        room.closed(4)
        #expect(room.opened(7) == .added(insteadOf: nil))
    }

    @Test("waiting goes on while it is said again, and begins anew after a request")
    func waitingAgain() {
        var room = self.room(2, limit: 2)
        room.startedWaiting(1)
        #expect(room.opened(3) == .added(insteadOf: 1))
        room.closed(1)
        room.becameBusy(2)
        room.startedWaiting(2)
        #expect(room.opened(4) == .added(insteadOf: 3))
    }

    @Test("one that is being closed is not closed again, and takes no room")
    func leaving() {
        var room = self.room(2, limit: 2)
        #expect(room.opened(3) == .added(insteadOf: 1))
        room.madeProgress(1)
        room.startedWaiting(1)
        #expect(room.opened(4) == .added(insteadOf: 2))
        #expect(room.keep(1, bytes: 5) == .refused)
        #expect(room.bytes == 0)
    }

    @Test("without a descriptor, another one goes even below the limit")
    func descriptors() {
        var room = self.room(2, limit: 9)
        #expect(room.opened(3, hasDescriptor: false) == .added(insteadOf: 1))
        for number in [2, 3] { room.becameBusy(number) }
        #expect(!room.canMakeRoom)
        #expect(room.opened(4, hasDescriptor: false) == .refused)
    }

    @Test("what all requests take is limited: those that have waited longest go")
    func bytes() {
        var room = self.room(4, limit: 9, bytes: 100)
        for number in 1...3 { #expect(room.keep(number, bytes: 30) == .kept(insteadOf: [])) }
        #expect(room.bytes == 90)
        room.madeProgress(1)
        // The fourth has nothing in memory, so nothing would be won by closing it.
        #expect(room.keep(3, bytes: 70) == .kept(insteadOf: [2]))
        #expect(room.bytes == 100)
        #expect(room.keep(4, bytes: 95) == .kept(insteadOf: [1, 3].sorted { $0 > $1 }))
        #expect(room.bytes == 95)
        #expect(room.keep(4, bytes: 0) == .kept(insteadOf: []))
        #expect(room.bytes == 0)
    }

    @Test("if only busy ones have memory, the request is refused")
    func refused() {
        var room = self.room(2, limit: 9, bytes: 100)
        #expect(room.keep(1, bytes: 80) == .kept(insteadOf: []))
        room.becameBusy(1)
        #expect(room.keep(2, bytes: 30) == .refused)
        #expect(room.bytes == 80)
        room.closed(1)
        #expect(room.bytes == 0)
    }

    @Test("a body has to come at 512 bytes a second")
    func pace() {
        var pace = BodyPace()
        #expect(pace.isKept(received: 5 * 1024) == true)
        #expect(pace.isKept(received: 99 * 1024) == true)
        #expect(pace.isKept(received: 104 * 1024 - 1) == false)
    }
}
