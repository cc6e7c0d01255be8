import BuoyCursesTerminal
import Testing

@Suite("When frames are drawn")
struct FramePacingTests {
    /// Draws as often as it may.
    /// - Returns: when the frames were drawn, in milliseconds.
    private static func times(
        _ pacing: inout FramePacing, from start: Int, frames: Int
    ) -> [Int] {
        var now = Duration.milliseconds(start)
        return (0..<frames).map { _ in
            defer { now += pacing.drew(at: now) }
            return Int(now / .milliseconds(1))
        }
    }

    @Test("after a rest, two frames follow the first one at once; then an interval is kept")
    func start() {
        var pacing = FramePacing(framesPerSecond: 20)
        #expect(Self.times(&pacing, from: 7000, frames: 6) == [7000, 7000, 7000, 7050, 7100, 7150])
    }

    @Test("a short rest allows as many early frames as intervals have passed")
    func rest() {
        var pacing = FramePacing(framesPerSecond: 20)
        _ = Self.times(&pacing, from: 0, frames: 10)
        // The tenth frame was drawn at 350 and lasts until 500.
        #expect(Self.times(&pacing, from: 450, frames: 3) == [450, 450, 500])
        #expect(Self.times(&pacing, from: 5000, frames: 4) == [5000, 5000, 5000, 5050])
    }

    @Test("rows that nobody could read are drawn ten times a second, and then again at the rate")
    func flood() {
        var pacing = FramePacing(framesPerSecond: 30)
        var now = Duration.zero
        for _ in 0..<20 { now += pacing.drew(at: now, isAllNew: true) }
        #expect(pacing.drew(at: now, isAllNew: true) == .milliseconds(100))
        now += .milliseconds(100)
        _ = pacing.drew(at: now)
        #expect(pacing.drew(at: now + .milliseconds(100)) < .milliseconds(34))
    }

    @Test("in any period there are at most the frames of the limit and the early ones")
    func limit() {
        for framesPerSecond in [1, 10, 30, 60] {
            var pacing = FramePacing(framesPerSecond: framesPerSecond)
            let times = Self.times(&pacing, from: 0, frames: framesPerSecond * 10)
            // Intervals are rounded down, so the next frame is a little too early.
            #expect(times.count { $0 < 995 } == framesPerSecond + FramePacing.early)
        }
    }
}
