import ChannelsProtocol
import Testing

@Suite("The watch on the clocks")
struct ClockWatchTests {
    typealias OnBeat = ClockWatch.OnBeat

    /// A moment whose wall clock is ahead of the other by some microseconds.
    static func at(_ seconds: Double, ahead: Int64 = 0) -> Timestamp {
        var time = Timestamp.at(seconds)
        time.wallMicroseconds += ahead
        return time
    }

    static func started(at time: Timestamp = .zero) -> ClockWatch {
        var watch = ClockWatch()
        watch.started(at: time)
        return watch
    }

    @Test(
        "one beat shows a suspension, a step, both or neither",
        arguments: [
            (5, 0, nil, nil),
            (5.2, 0, nil, nil),
            (6.999, 0, nil, nil),
            (7, 0, .seconds(2), nil),
            (3605, 0, .seconds(3600), nil),
            (5, 999_999, nil, nil),
            (5, 1_000_000, nil, .seconds(1)),
            (5, -999_999, nil, nil),
            (5, -1_000_000, nil, .seconds(-1)),
            (5, -86_400_000_000, nil, .seconds(-86_400)),
            (65, 7_200_000_000, .seconds(60), .seconds(7200)),
            (65, -7_200_000_000, .seconds(60), .seconds(-7200)),
            (4, 0, nil, nil),
            (0, 0, nil, nil),
        ] as [(Double, Int64, Duration?, Duration?)])
    func beats(seconds: Double, ahead: Int64, suspended: Duration?, stepped: Duration?) {
        var watch = Self.started()
        #expect(
            watch.beat(at: Self.at(seconds, ahead: ahead))
                == OnBeat(suspended: suspended, stepped: stepped))
    }

    @Test("each beat is due one period after the last, however late that was")
    func lateBeats() {
        var watch = Self.started()
        #expect(watch.beat(at: Self.at(100)) == OnBeat(suspended: .seconds(95)))
        #expect(watch.beat(at: Self.at(105)) == OnBeat())
        // A little late each time is no suspension, however long it goes on.
        for beat in 1...1000 {
            #expect(watch.beat(at: Self.at(105 + 6.9 * Double(beat))) == OnBeat())
        }
    }

    @Test("a step is told once, and what follows is compared with the new time")
    func stepOnce() {
        var watch = Self.started()
        #expect(watch.beat(at: Self.at(5, ahead: 3_000_000)) == OnBeat(stepped: .seconds(3)))
        #expect(watch.beat(at: Self.at(10, ahead: 3_000_000)) == OnBeat())
        #expect(watch.beat(at: Self.at(15)) == OnBeat(stepped: .seconds(-3)))
    }

    @Test("a clock that is slewed is followed in silence, minutes of drift included")
    func slew() {
        var watch = Self.started()
        for beat in 1...1000 {
            let time = Self.at(5 * Double(beat), ahead: Int64(beat) * 900_000)
            #expect(watch.beat(at: time) == OnBeat())
        }
    }

    @Test("rounding of the clocks raises no alarm")
    func rounding() {
        var watch = Self.started(at: Timestamp(monotonicNanoseconds: 999, wallMicroseconds: 0))
        for beat in 1...1000 {
            let nanoseconds = Int64(beat) * 5_000_000_000 + Int64(beat % 2) * 999
            let time = Timestamp(
                monotonicNanoseconds: nanoseconds, wallMicroseconds: nanoseconds / 1000)
            #expect(watch.beat(at: time) == OnBeat())
        }
    }

    @Test("without a start, and after a new one, the time before shows nothing")
    func starts() {
        var watch = ClockWatch()
        #expect(watch.beat(at: Self.at(1000, ahead: 5_000_000)) == OnBeat())
        #expect(watch.beat(at: Self.at(1010)).suspended == .seconds(5))
        watch.started(at: Self.at(9000))
        #expect(watch.beat(at: Self.at(9005)) == OnBeat())
    }

    @Test("clocks at the ends of their range do not trap")
    func extremes() {
        let low = Timestamp(monotonicNanoseconds: .min, wallMicroseconds: .min)
        let high = Timestamp(monotonicNanoseconds: .max, wallMicroseconds: .max)
        var watch = Self.started(at: low)
        // The differences wrap: what they are is of no interest.
        _ = watch.beat(at: high)
        _ = watch.beat(at: low)
        #expect(watch.beat(at: low.advanced(by: .seconds(5))) == OnBeat())
    }
}
