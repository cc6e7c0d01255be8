import BuoyDashboard
import BuoyTestBasics
import ChannelsProtocol
import Foundation
import Testing

/// Deliveries, told to a finder one after the other.
private struct Deliveries {
    var finder = RepeatFinder()
    var time = ChannelsTimestamp(monotonicNanoseconds: 7, wallMicroseconds: 7)
    /// The numbers of the reports that are repeats, and how long after the first delivery.
    private(set) var repeats: [Int: Duration] = [:]
    private(set) var number = 0

    init(subscribed: Bool = true) {
        guard subscribed else { return }
        self.subscribe()
        self.wait(.seconds(60))
    }

    mutating func subscribe(_ channel: String = "c") {
        self.number += 1
        let kind = ClientReport.Kind.subscriptionChanged(ChannelName(wire: channel), .subscribed)
        self.finder.handle(ClientReport(number: self.number, time: self.time, kind: kind))
    }

    mutating func wait(_ duration: Duration) { self.time = self.time.advanced(by: duration) }

    /// - Returns: how long before the same bytes came, if it is a repeat.
    @discardableResult
    mutating func deliver(
        _ data: String, _ name: EventName = "e", on channel: String = "c", from user: UserID? = nil
    ) -> Duration? {
        self.number += 1
        let event = ChannelsEvent(
            name: name, channel: ChannelName(wire: channel), data: EventData(data), userID: user)
        let report = ClientReport(number: self.number, time: self.time, kind: .received(event))
        var streams = RepeatFinder.BatchStreams()
        switch self.finder.received(event, in: report, &streams) {
        case .again(let elapsed):
            self.repeats[self.number] = elapsed
            return elapsed
        case .withdrawn(let numbers):
            for number in numbers {
                #expect(self.repeats.removeValue(forKey: number) != nil, "only repeats")
            }
            return nil
        case nil: return nil
        }
    }

    /// A time until the next delivery: longer and shorter ones, as if the deliveries were
    /// independent of each other.
    static func random(_ mean: Duration, _ dice: inout Dice) -> Duration {
        let share = (Double(dice.number(0...999_999)) + 0.5) / 1_000_000
        return .nanoseconds(Int64(-log(share) * mean.inSeconds * 1e9))
    }
}

struct RepeatFinderTests {
    @Test("the first event that comes twice is found, and every one after it")
    func doubled() {
        var deliveries = Deliveries()
        for order in 1...20 {
            #expect(deliveries.deliver("{\"order\":\(order)}") == nil)
            deliveries.wait(.milliseconds(12))
            #expect(deliveries.deliver("{\"order\":\(order)}") == .milliseconds(12))
            deliveries.wait(.milliseconds(988))
        }
    }

    @Test("without knowing when it was subscribed, the first intervals decide")
    func doubledFromTheMiddle() {
        var deliveries = Deliveries(subscribed: false)
        for order in 1...20 {
            deliveries.deliver("{\"order\":\(order)}")
            deliveries.wait(.milliseconds(12))
            deliveries.deliver("{\"order\":\(order)}")
            deliveries.wait(.seconds(2))
        }
        #expect(deliveries.repeats.count >= 10)
        #expect(deliveries.repeats[2] == nil)
    }

    @Test("three programs that publish the same are two repeats, also in the same read")
    func tripled() {
        var deliveries = Deliveries()
        deliveries.deliver("{\"order\":1}")
        #expect(deliveries.deliver("{\"order\":1}") == .zero)
        deliveries.wait(.milliseconds(3))
        #expect(deliveries.deliver("{\"order\":1}") == .milliseconds(3))
    }

    @Test("three events that are published twice together are found")
    func doubledTogether() {
        var deliveries = Deliveries()
        for batch in 1...5 {
            for order in 1...3 { deliveries.deliver("{\"order\":\(batch),\"line\":\(order)}") }
            deliveries.wait(.milliseconds(12))
            for order in 1...3 {
                #expect(
                    deliveries.deliver("{\"order\":\(batch),\"line\":\(order)}")
                        == .milliseconds(12))
            }
            deliveries.wait(.seconds(10))
        }
    }

    @Test("a ticker that repeats a bare price, or a price with its time, has no repeats")
    func ticker() {
        for data in ["{\"price\":60121.5}", "{\"price\":60121.5,\"time\":1795269720}"] {
            var deliveries = Deliveries()
            for second in 0..<600 {
                deliveries.deliver(data)
                deliveries.deliver("{\"time\":\(second)}", "clock")
                deliveries.wait(.seconds(1))
            }
            #expect(deliveries.repeats.isEmpty)
        }
    }

    @Test(
        "a price that is sometimes the same has no repeats, however unevenly it comes",
        arguments: 0..<20)
    func unevenTicker(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        var deliveries = Deliveries(subscribed: seed % 2 == 0)
        var price = 60_000
        for _ in 0..<3000 {
            price += dice.number(-2...2)
            deliveries.deliver("{\"price\":\(price)}")
            deliveries.wait(Deliveries.random(.milliseconds(200), &dice))
        }
        #expect(deliveries.repeats.isEmpty)
    }

    @Test("a repeat of an even ticker is found even if its price is often the same")
    func doubledTicker() {
        var dice = Dice(seed: 1)
        var deliveries = Deliveries()
        for second in 1...200 {
            let data = "{\"price\":\(dice.number(60_000...60_002))}"
            deliveries.deliver(data)
            if second % 20 == 0 {
                deliveries.wait(.milliseconds(12))
                #expect(deliveries.deliver(data) == .milliseconds(12))
                deliveries.wait(.milliseconds(-12))
            }
            deliveries.wait(.milliseconds(dice.number(950...1050)))
        }
        #expect(deliveries.repeats.count == 10)
    }

    @Test("what an even ticker delivers at once after a stall is no repeat")
    func stall() {
        var deliveries = Deliveries()
        for _ in 0..<20 {
            for _ in 0..<10 {
                deliveries.deliver("{\"price\":60121.5}")
                deliveries.wait(.seconds(1))
            }
            deliveries.wait(.seconds(3))
            for _ in 0..<3 { deliveries.deliver("{\"price\":60121.5}") }
            deliveries.wait(.seconds(1))
        }
        #expect(deliveries.repeats.isEmpty)
    }

    @Test("equal pings, 10 ms apart, are no repeats", arguments: [true, false])
    func pings(subscribed: Bool) {
        var deliveries = Deliveries(subscribed: subscribed)
        for _ in 0..<1000 {
            deliveries.deliver("{\"type\":\"ping\"}")
            deliveries.wait(.milliseconds(10))
        }
        #expect(deliveries.repeats.isEmpty)
    }

    @Test("bursts of equal pings leave no repeats, whatever lies between them")
    func bursts() {
        for pause in [2, 30, 3600] {
            var deliveries = Deliveries()
            for burst in 0..<30 {
                for _ in 0..<(5 + burst % 20) {
                    deliveries.deliver("{\"typing\":true}", from: "Ana")
                    deliveries.wait(.milliseconds(10 + 140 * (burst % 2)))
                }
                deliveries.wait(.seconds(pause))
            }
            #expect(deliveries.repeats.isEmpty, "\(pause)")
        }
    }

    @Test("an order that comes again after 2 s is found if its stream is slow")
    func lateRepeat() {
        var deliveries = Deliveries()
        for order in 1...12 {
            deliveries.deliver("{\"order\":\(order)}")
            for tick in 1...20 {
                deliveries.wait(.milliseconds(100))
                deliveries.deliver("{\"tick\":\(order),\"at\":\(tick)}", "tick")
            }
            if order > 8 {
                #expect(deliveries.deliver("{\"order\":\(order)}") == .seconds(2))
            }
            deliveries.wait(.seconds(58))
        }
        #expect(deliveries.repeats.count == 4)
    }

    @Test("among events of the same name that come as often, it is not, because values return")
    func lateRepeatInTraffic() {
        var deliveries = Deliveries()
        for order in 1...500 {
            deliveries.deliver("{\"order\":\(order)}")
            if order > 20 { deliveries.deliver("{\"order\":\(order - 20)}") }
            deliveries.wait(.milliseconds(100))
        }
        #expect(deliveries.repeats.isEmpty)
    }

    @Test("where all data is different, half of the usual interval is early enough")
    func distinct() {
        for (count, elapsed) in [(40, Duration.milliseconds(400)), (20, .milliseconds(400))] {
            var deliveries = Deliveries()
            for order in 1...count {
                deliveries.deliver("{\"order\":\(order)}")
                deliveries.wait(order == count ? elapsed : .seconds(1))
            }
            let found = deliveries.deliver("{\"order\":\(count)}")
            #expect(found == (count > 32 ? elapsed : nil))
        }
    }

    @Test("another channel, event or sender, and short data, are no repeats")
    func others() {
        var deliveries = Deliveries()
        let data = "{\"order\":1}"
        deliveries.deliver(data, from: "Ana")
        #expect(deliveries.deliver(data, on: "d", from: "Ana") == nil)
        #expect(deliveries.deliver(data, "f", from: "Ana") == nil)
        #expect(deliveries.deliver(data, from: "Ben") == nil)
        #expect(deliveries.deliver(data) == nil)
        #expect(deliveries.deliver(data, from: "Ana") == .zero)
        deliveries.deliver("ping", "ping")
        #expect(deliveries.deliver("ping", "ping") == nil)
    }

    @Test("what a cache channel delivers after subscribing again is no repeat")
    func cache() {
        var deliveries = Deliveries()
        deliveries.deliver("{\"order\":1}", on: "cache-c")
        deliveries.wait(.milliseconds(50))
        deliveries.subscribe("cache-c")
        #expect(deliveries.deliver("{\"order\":1}", on: "cache-c") == nil)
    }

    @Test("times that go back or are forged find nothing, and do not trap")
    func forgedTimes() {
        var deliveries = Deliveries()
        for order in 0..<50 {
            deliveries.deliver("{\"order\":\(order % 3)}")
            deliveries.wait(.seconds(-1))
        }
        #expect(deliveries.repeats.isEmpty)
        for order in 0..<100 {
            let ends: [Int64] = [.min, .max, 0, -1, 1]
            deliveries.time = ChannelsTimestamp(
                monotonicNanoseconds: ends[order * 7 % 5], wallMicroseconds: 0)
            if order % 10 == 9 { deliveries.subscribe() }
            deliveries.deliver("{\"order\":\(order % 4)}")
        }
    }

    @Test("any number of streams is taken, and the first ones are forgotten")
    func manyStreams() {
        var deliveries = Deliveries()
        for channel in 0..<5000 { deliveries.deliver("{\"order\":1}", on: "c\(channel)") }
        #expect(deliveries.deliver("{\"order\":1}", on: "c4999") == .zero)
        #expect(deliveries.deliver("{\"order\":1}", on: "c4000") == .zero)
        #expect(deliveries.deliver("{\"order\":1}", on: "c0") == nil)
        #expect(deliveries.deliver("{\"order\":1}", on: "c0") == .zero)
    }
}
