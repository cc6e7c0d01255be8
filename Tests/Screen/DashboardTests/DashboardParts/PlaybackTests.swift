import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// The time that is shown, and how places are typed.
struct PlaybackTests {
    private func at(_ seconds: Double) -> ChannelsTimestamp {
        ChannelsTimestamp(monotonicNanoseconds: 0, wallMicroseconds: 1_795_269_720_000_000)
            .advanced(by: .milliseconds(Int64(seconds * 1000)))
    }

    private func seconds(_ clock: PlaybackClock, _ now: Double) -> Double {
        clock.shown(at: self.at(now)).duration(since: self.at(0)).inSeconds
    }

    @Test("times at the ends of their range are shown, and not computed beyond them")
    func extremes() {
        let ends: [Int64] = [.min, -1, 0, 1, .max]
        let times = ends.flatMap { first in
            ends.map { ChannelsTimestamp(monotonicNanoseconds: first, wallMicroseconds: $0) }
        }
        let targets = ["14:02:10", "90s", "+10s", "-1m", "50%", "start", "end"]
            .compactMap { SeekTarget($0) }
        for start in times {
            var clock = PlaybackClock(replayFrom: start, at: self.at(0))
            clock.setSpeed(10_000, at: self.at(1))
            for time in times {
                clock.align(with: time, at: self.at(2))
                let span = PlaybackStatus.Span(start: min(start, time), end: max(start, time))
                #expect((0...1).contains(span.share(of: clock.shown(at: self.at(3)))))
                for target in targets {
                    let place = target.time(in: span, shown: time, utcOffsetSeconds: -50_400)
                    #expect((span.start...span.end).contains(place))
                }
                _ = clock.wait(until: time, at: self.at(4))
            }
        }
    }

    @Test("a live view that is slowed down is behind, and catches up when it is faster again")
    func live() {
        var clock = PlaybackClock()
        #expect(clock.isLive)
        clock.setSpeed(2, at: self.at(5))
        #expect(clock.isLive, "nothing is known of the future")
        clock.setSpeed(0.5, at: self.at(10))
        #expect(!clock.isLive)
        #expect(self.seconds(clock, 30) == 20)
        clock.setSpeed(2, at: self.at(30))
        #expect(self.seconds(clock, 35) == 30)
        clock.settle(at: self.at(35))
        #expect(!clock.isLive)
        clock.settle(at: self.at(40))
        #expect(clock.isLive)
        #expect(clock.speed == 1)
    }

    @Test("a live view that stands still goes on where it stood, or jumps to now")
    func paused() {
        var clock = PlaybackClock()
        clock.setPaused(true, at: self.at(10))
        clock.settle(at: self.at(20))
        #expect(self.seconds(clock, 20) == 10)
        #expect(clock.wait(until: self.at(11), at: self.at(20)) == nil)
        clock.setPaused(false, at: self.at(20))
        #expect(self.seconds(clock, 21) == 11)
        clock.goLive()
        #expect(self.seconds(clock, 22) == 22)
    }

    @Test("a replay is never live, and its speeds are those of a list, or any within limits")
    func replay() {
        var clock = PlaybackClock(replayFrom: self.at(0), at: self.at(100))
        clock.goLive()
        #expect(self.seconds(clock, 101) == 1)
        clock.changeSpeed(by: 1, at: self.at(101))
        #expect(clock.speed == 2)
        #expect(self.seconds(clock, 102) == 3)
        clock.setSpeed(1_000_000, at: self.at(102))
        #expect(clock.speed == 10_000)
        clock.changeSpeed(by: 1, at: self.at(102))
        #expect(clock.speed == 10_000)
        clock.changeSpeed(by: -1, at: self.at(102))
        #expect(clock.speed == 1000)
        #expect(clock.wait(until: self.at(1003), at: self.at(102)) == .seconds(1))
        clock.jump(to: self.at(50), at: self.at(102))
        #expect(self.seconds(clock, 102) == 50)
    }

    @Test("the wall clock of the recording is shown, also after it was set")
    func wallClock() {
        var clock = PlaybackClock(replayFrom: self.at(0), at: self.at(0))
        var event = self.at(10)
        event.wallMicroseconds += 3_600_000_000
        clock.align(with: event, at: self.at(10))
        #expect(clock.shown(at: self.at(10)) == event)
    }

    @Test(
        "places as they are typed",
        arguments: [
            ("90s", .offset(.seconds(90))), ("+10s", .relative(.seconds(10))),
            ("-1m", .relative(.seconds(-60))), ("14:02", .timeOfDay(50_520)),
            ("14:02:10", .timeOfDay(50_530)), ("50%", .share(0.5)), ("start", .start),
            ("end", .end), ("", nil), ("24:00", nil), ("14:60", nil), ("1:2:3:4", nil),
            ("101%", nil), ("-", nil), ("soon", nil), ("14:02:61", nil), ("nan%", nil),
        ] as [(String, SeekTarget?)])
    func targets(text: String, target: SeekTarget?) {
        #expect(SeekTarget(text) == target)
    }

    @Test(
        "in an argument, nothing is shown yet: a place counts from the start, or back from the end")
    func arguments() {
        #expect(SeekTarget(argument: "+10s") == .offset(.seconds(10)))
        #expect(SeekTarget(argument: "-1m") == .beforeEnd(.seconds(60)))
        #expect(SeekTarget(argument: "50%") == .share(0.5))
        #expect(SeekTarget(argument: "-x") == nil)
        let span = PlaybackStatus.Span(start: self.at(0), end: self.at(90))
        let time = SeekTarget(argument: "-1m")?
            .time(in: span, shown: self.at(0), utcOffsetSeconds: 0)
        #expect(time == self.at(30))
    }

    @Test("places are times within the recording")
    func times() {
        let span = PlaybackStatus.Span(start: self.at(0), end: self.at(100))
        func time(_ target: SeekTarget) -> Double {
            target.time(in: span, shown: self.at(30), utcOffsetSeconds: 3600)
                .duration(since: self.at(0)).inSeconds
        }
        #expect(time(.offset(.seconds(12))) == 12)
        #expect(time(.relative(.seconds(-12))) == 18)
        #expect(time(.relative(.seconds(-99))) == 0)
        #expect(time(.relative(.seconds(99))) == 100)
        #expect(time(.share(0.25)) == 25)
        #expect(time(.start) == 0)
        #expect(time(.end) == 100)
        // 2026-11-21 14:02:00 UTC, shown an hour later.
        #expect(time(.timeOfDay(15 * 3600 + 2 * 60 + 40)) == 40)
        #expect(time(.timeOfDay(15 * 3600 + 2 * 60)) == 0)
    }
}
