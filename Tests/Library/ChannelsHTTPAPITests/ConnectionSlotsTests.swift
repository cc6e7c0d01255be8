import Testing

@testable import ChannelsHTTPAPI

@Suite("Turns of requests")
struct ConnectionSlotsTests {
    @Test("so many at once, and then one for each that ends, in the order of arrival")
    func turns() {
        var slots = ConnectionSlots<String>(limit: 2)
        #expect(slots.requested(1) == .go)
        #expect(slots.requested(2) == .go)
        #expect(slots.requested(3) == .wait)
        #expect(slots.requested(4) == .wait)
        #expect(slots.requested(5) == .wait)
        slots.cancelled(4)
        #expect(slots.finished() == 3)
        #expect(slots.requested(6) == .wait)
        #expect(slots.finished() == 5)
        #expect(slots.finished() == 6)
        #expect(slots.finished() == nil)
        #expect(slots.finished() == nil)
        #expect(slots.requested(7) == .go)
        #expect(slots.requested(8) == .go)
        #expect(slots.requested(9) == .wait)
    }

    @Test("the connection that was used last is used first")
    func idle() {
        var slots = ConnectionSlots<String>(limit: 2)
        #expect(slots.takeIdle() == nil)
        slots.keep("a")
        slots.keep("b")
        #expect(slots.takeIdle() == "b")
        #expect(slots.takeIdle() == "a")
        #expect(slots.takeIdle() == nil)
    }

    @Test("there is always one turn")
    func atLeastOne() {
        var slots = ConnectionSlots<String>(limit: 0)
        #expect(slots.requested(1) == .go)
        #expect(slots.requested(2) == .wait)
    }
}
