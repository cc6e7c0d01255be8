import Testing

@testable import ScreenParts

/// The pace of frames, as a dialogue.
struct FramePacerTests {
    private static let interval = Duration.milliseconds(32)

    @Test("after a rest, a few frames may follow each other quickly, then each waits its interval")
    func burst() {
        var pacer = FramePacer(interval: Self.interval)
        var now = Duration.seconds(100)
        var pauses: [Duration] = []
        for _ in 0..<6 {
            pauses.append(pacer.pause(after: now))
            now += pauses.last ?? .zero
        }
        let quick = Duration.milliseconds(4)
        #expect(pauses == [quick, quick, quick, .milliseconds(20), Self.interval, Self.interval])
    }

    @Test("in the long run there is one frame per interval")
    func average() {
        var pacer = FramePacer(interval: Self.interval)
        var now = Duration.zero
        for _ in 0..<1000 { now += pacer.pause(after: now) }
        #expect(now >= Self.interval * (1000 - FramePacer.spareFrames - 1))
    }

    @Test("a rest of any length gives the same number of early frames")
    func rest() {
        var pacer = FramePacer(interval: Self.interval)
        for now in [Duration.seconds(1), .seconds(1_000_000)] {
            #expect(pacer.pause(after: now) == .milliseconds(4))
            #expect(pacer.pause(after: now) == .milliseconds(4))
            #expect(pacer.pause(after: now) == .milliseconds(4))
            #expect(pacer.pause(after: now) == Self.interval)
        }
    }
}
