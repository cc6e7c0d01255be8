import BuoyDashboardTesting
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import ChannelsEventWords

@Suite("Figures")
struct FiguresTests {
    @Test(
        "sizes and counts keep to a few characters",
        arguments: [
            (0, "0B", "0"), (57, "57B", "57"), (999, "999B", "999"), (1000, "1.0k", "1.0k"),
            (2249, "2.2k", "2.2k"), (131_072, "131k", "131k"), (1_300_000, "1.3M", "1.3M"),
            (999_999, "1.0M", "1.0M"), (11_880, "12k", "12k"), (1196, "1.2k", "1.2k"),
            (9950, "10k", "10k"), (999_499, "999k", "999k"), (999_500, "1.0M", "1.0M"),
            (999_499_999_999, "999G", "999G"), (Int.max, "lots", "lots"), (-5, "0B", "0"),
        ])
    func sizes(count: Int, bytes: String, plain: String) {
        #expect(Figures.bytes(count) == bytes)
        #expect(Figures.count(count) == plain)
    }

    @Test(
        "digits stand in groups",
        arguments: [(0, "0"), (999, "999"), (4812, "4,812"), (-1_234_567, "-1,234,567")])
    func groups(number: Int, expected: String) {
        #expect(Figures.grouped(number) == expected)
    }

    @Test(
        "rates",
        arguments: [
            (0.0, "0.0"), (0.04, "0.0"), (0.05, "0.1"), (99.9, "99.9"), (340.4, "340"),
            (48_210, "48k"), (Double.infinity, "0.0"), (Double.nan, "0.0"), (1e300, "lots"),
        ])
    func rates(rate: Double, expected: String) {
        #expect(Figures.rate(rate) == expected)
    }

    @Test(
        "durations",
        arguments: [
            (Duration.zero, "0s", "0.0s"), (.seconds(59), "59s", "59.0s"),
            (.seconds(192), "3m12s", "3m12s"), (.seconds(7500), "2h05m", "2h05m"),
            (.seconds(356_400), "4d03h", "4d03h"), (.seconds(-5), "0s", "0.0s"),
            (.milliseconds(4260), "4s", "4.3s"), (.milliseconds(4249), "4s", "4.2s"),
            (.milliseconds(59_990), "59s", "59.9s"),
            (.seconds(Int64.max), "106751d23h", "106751d23h"),
        ])
    func durations(duration: Duration, whole: String, precise: String) {
        #expect(Figures.duration(duration) == whole)
        #expect(Figures.preciseDuration(duration) == precise)
    }

    @Test("rates count the ten full seconds before now, and forget what is long ago")
    func counter() {
        var counter = RateCounter()
        for second: Int64 in [100, 100, 100, 101, 103] { counter.record(second: second) }
        #expect(counter.history(4, before: 104) == [3, 1, 0, 1])
        #expect(counter.perSecond(at: 104) == 1.25, "counting began four seconds ago")
        #expect(counter.perSecond(at: 110) == 0.5)
        #expect(counter.perSecond(at: 200) == 0)
        counter.record(second: 1000)
        #expect(counter.history(3, before: 1001) == [0, 0, 1])
        counter.record(second: 1)
        #expect(counter.total == 7)
        #expect(counter.count(inSecond: 1) == 0)
    }

    @Test("a counter that has counted nothing answers zeros, and has no memory of its own")
    func idleCounter() {
        let counter = RateCounter()
        #expect(counter.count(inSecond: 7) == 0)
        #expect(counter.perSecond(at: 7) == 0)
        #expect(counter.history(3, before: 7) == [0, 0, 0])
        let empty: [UInt32] = []
        let counts = Mirror(reflecting: counter).descendant("counts") as? [UInt32]
        #expect(counts == empty)
    }

    @Test("seconds before the start of the clock are seconds too")
    func negativeSeconds() {
        var counter = RateCounter()
        counter.record(second: -5)
        counter.record(second: Int64.max)
        #expect(counter.count(inSecond: .max) == 1)
        counter.record(second: .min)
        #expect(counter.total == 3)
    }
}
