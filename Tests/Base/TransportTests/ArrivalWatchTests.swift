import Testing

@testable import ChannelsTransport

@Suite("When what is read arrived")
struct ArrivalWatchTests {
    private let start = ContinuousClock.now

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
        self.start + .milliseconds(milliseconds)
    }

    @Test("as long as there is always something to read, the kernel is not asked")
    func busy() {
        var watch = ArrivalWatch()
        #expect(watch.lastArrival == nil)
        for time in [0, 1, 500, 1_499] {
            watch.read(at: self.at(time)) {
                Issue.record("it was asked at \(time)")
                return nil
            }
            #expect(watch.lastArrival == self.at(time))
        }
    }

    @Test("after a pause the kernel says how long it has waited, until what is read is new")
    func pause() {
        var watch = ArrivalWatch()
        watch.read(at: self.at(0)) { nil }
        // The process is stopped for 20 s; 2 s after that the last byte comes.
        for time in [20_000, 20_001, 20_400] {
            watch.read(at: self.at(time)) { .milliseconds(time - 2_000) }
            #expect(watch.lastArrival == self.at(2_000))
        }
        watch.read(at: self.at(20_500)) { .milliseconds(99) }
        #expect(watch.lastArrival == self.at(20_500))
        watch.read(at: self.at(20_600)) {
            Issue.record("it was asked")
            return nil
        }
        #expect(watch.lastArrival == self.at(20_600))
    }

    @Test("if the kernel does not say, nobody knows, and it is asked again")
    func unknown() {
        var watch = ArrivalWatch()
        watch.read(at: self.at(0)) { nil }
        watch.read(at: self.at(5_000)) { nil }
        #expect(watch.lastArrival == nil)
        watch.read(at: self.at(5_001)) { nil }
        #expect(watch.lastArrival == nil)
        watch.read(at: self.at(5_002)) { .zero }
        #expect(watch.lastArrival == self.at(5_002))
    }
}
