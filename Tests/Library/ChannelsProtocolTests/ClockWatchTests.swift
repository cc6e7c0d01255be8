import ChannelsProtocol
import Testing

@Suite("The watch on the clocks")
struct ClockWatchTests {
    typealias BeatOutcome = ClockWatch.BeatOutcome

    /// A moment whose wall clock is ahead of the other by some microseconds.
    static func at(_ seconds: Double, ahead: Int64 = 0) -> ChannelsTimestamp {
        var time = ChannelsTimestamp.at(seconds)
        time.wallMicroseconds += ahead
        return time
    }

    static func started(at time: ChannelsTimestamp = .zero) -> ClockWatch {
        var watch = ClockWatch()
        watch.started(at: time)
        return watch
    }

    @Test(
        "one beat shows a suspension, a step, both or neither",
        arguments: [
            (1, 0, nil, nil),
            (1.2, 0, nil, nil),
            (2.999, 0, nil, nil),
            (3, 0, .seconds(3), nil),
            (3601, 0, .seconds(3601), nil),
            (1, 999_999, nil, nil),
            (1, 1_000_000, nil, .seconds(1)),
            (1, -999_999, nil, nil),
            (1, -1_000_000, nil, .seconds(-1)),
            (1, -86_400_000_000, nil, .seconds(-86_400)),
            (61, 7_200_000_000, .seconds(61), .seconds(7200)),
            (61, -7_200_000_000, .seconds(61), .seconds(-7200)),
            (0.5, 0, nil, nil),
            (0, 0, nil, nil),
        ] as [(Double, Int64, Duration?, Duration?)])
    func beats(seconds: Double, ahead: Int64, suspended: Duration?, stepped: Duration?) {
        var watch = Self.started()
        let time = Self.at(seconds, ahead: ahead)
        let found = watch.beat(at: time)
        #expect(found.suspended == suspended.map { _ in Suspension(lastRan: .zero, woke: time) })
        #expect(found.suspended?.duration == suspended)
        #expect(found.stepped == stepped)
    }

    @Test("whatever runs first after a suspension tells it, once, from the last sign of life on")
    func signsOfLife() {
        var watch = Self.started()
        #expect(watch.ran(at: .at(0.4)) == BeatOutcome())
        let suspension = Suspension(lastRan: .at(0.4), woke: .at(20.4))
        #expect(suspension.duration == .seconds(20))
        var other = watch
        #expect(watch.ran(at: .at(20.4)) == BeatOutcome(suspended: suspension))
        #expect(watch.beat(at: .at(20.4)) == BeatOutcome())
        #expect(other.beat(at: .at(20.4)) == BeatOutcome(suspended: suspension))
        #expect(other.ran(at: .at(20.4)) == BeatOutcome())
    }

    @Test("a beat that is late while other things run is no suspension")
    func starvedBeat() {
        var watch = Self.started()
        for tenth in 1...300 { #expect(watch.ran(at: .at(Double(tenth) / 10)) == BeatOutcome()) }
        #expect(watch.beat(at: .at(30.1)) == BeatOutcome())
        // Without beats at all nothing is watched.
        var idle = ClockWatch()
        #expect(idle.ran(at: .at(100)) == BeatOutcome())
        #expect(idle.ran(at: .at(900)) == BeatOutcome())
    }

    @Test("how long the machine was suspended is part of it, however the process was stopped")
    func machine() {
        let cases: [(asleep: Double, machine: Double)] = [(100, 0), (108, 8), (500, 20), (0, 0)]
        for (asleep, machine) in cases {
            var watch = ClockWatch()
            watch.started(at: .zero, asleep: ChannelsTimestamp.at(100).duration(since: .zero))
            let found = watch.ran(
                at: .at(20), asleep: ChannelsTimestamp.at(asleep).duration(since: .zero))
            #expect(
                found.suspended?.machine == ChannelsTimestamp.at(machine).duration(since: .zero))
        }
    }

    @Test("a step of the wall clock in a suspension is told by whatever runs first")
    func stepWhileSuspended() {
        var watch = Self.started()
        let found = watch.ran(at: Self.at(20, ahead: 5_000_000))
        #expect(found.stepped == .seconds(5))
        #expect(watch.beat(at: Self.at(21, ahead: 5_000_000)) == BeatOutcome())
    }

    @Test("each beat is due one period after the last, however late that was")
    func lateBeats() {
        var watch = Self.started()
        #expect(watch.beat(at: Self.at(100)).suspended?.duration == .seconds(100))
        #expect(watch.beat(at: Self.at(101)) == BeatOutcome())
        // A little late each time is no suspension, however long it continues.
        for beat in 1...1000 {
            #expect(watch.beat(at: Self.at(101 + 2.9 * Double(beat))) == BeatOutcome())
        }
    }

    @Test("a step is told once, and what follows is compared with the new time")
    func stepOnce() {
        var watch = Self.started()
        #expect(watch.beat(at: Self.at(1, ahead: 3_000_000)) == BeatOutcome(stepped: .seconds(3)))
        #expect(watch.beat(at: Self.at(2, ahead: 3_000_000)) == BeatOutcome())
        #expect(watch.beat(at: Self.at(3)) == BeatOutcome(stepped: .seconds(-3)))
    }

    @Test("a clock that is slewed is followed in silence, minutes of drift included")
    func slew() {
        var watch = Self.started()
        for beat in 1...1000 {
            let time = Self.at(Double(beat), ahead: Int64(beat) * 900_000)
            #expect(watch.beat(at: time) == BeatOutcome())
        }
    }

    @Test("rounding of the clocks raises no alarm")
    func rounding() {
        var watch = Self.started(
            at: ChannelsTimestamp(monotonicNanoseconds: 999, wallMicroseconds: 0))
        for beat in 1...1000 {
            let nanoseconds = Int64(beat) * 1_000_000_000 + Int64(beat % 2) * 999
            let time = ChannelsTimestamp(
                monotonicNanoseconds: nanoseconds, wallMicroseconds: nanoseconds / 1000)
            #expect(watch.beat(at: time) == BeatOutcome())
        }
    }

    @Test("without a start, and after a new one, the time before shows nothing")
    func starts() {
        var watch = ClockWatch()
        #expect(watch.beat(at: Self.at(1000, ahead: 5_000_000)) == BeatOutcome())
        #expect(watch.beat(at: Self.at(1010)).suspended?.duration == .seconds(10))
        watch.started(at: Self.at(9000))
        #expect(watch.beat(at: Self.at(9001)) == BeatOutcome())
    }

    @Test("clocks at the ends of their range do not trap")
    func extremes() {
        let low = ChannelsTimestamp(monotonicNanoseconds: .min, wallMicroseconds: .min)
        let high = ChannelsTimestamp(monotonicNanoseconds: .max, wallMicroseconds: .max)
        var watch = Self.started(at: low)
        // The differences wrap: what they are is of no interest.
        _ = watch.beat(at: high)
        _ = watch.beat(at: low)
        #expect(watch.beat(at: low.advanced(by: .seconds(1))) == BeatOutcome())
    }
}
