import BuoyDashboard
import BuoyScripts
import BuoyTestSupport
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyDashboardRuntime
@testable import BuoyRecordingFiles

/// A recording is shown as it happened, from any place.
struct ReplayerTests {
    private static let start = ChannelsTimestamp(
        monotonicNanoseconds: 1_000_000_000, wallMicroseconds: 1_795_269_720_000_000)
    private static let now = ChannelsTimestamp(monotonicNanoseconds: 77, wallMicroseconds: 99)

    private static func time(_ seconds: Double) -> ChannelsTimestamp {
        Self.start.advanced(by: .milliseconds(Int64(seconds * 1000)))
    }

    private static func now(_ seconds: Double) -> ChannelsTimestamp {
        Self.now.advanced(by: .milliseconds(Int64(seconds * 1000)))
    }

    /// Event n at second n, unless they are closer, each large enough that a few hundred are
    /// further apart than checkpoints.
    private static func event(
        _ number: Int, size: Int = 0, spacing: Double = 1
    ) -> ClientReport {
        ClientReport(
            number: number, time: Self.time(1 + Double(number - 1) * spacing),
            kind: .received(
                ChannelsEvent(
                    name: "price", channel: ChannelName(wire: "ticker"),
                    data: EventData(String(repeating: "x", count: size)))))
    }

    private func file(_ count: Int, size: Int = 0, spacing: Double = 1) throws -> RecordingFile {
        let path = NSTemporaryDirectory() + "replay-\(UUID().uuidString).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var writer = try RecordingWriter(
            path, RecordingHeader.made(at: Self.start), rules: RecordingRules())
        let subscribed = ClientReport(
            number: 1, time: Self.time(1),
            kind: .subscriptionChanged(ChannelName(wire: "ticker"), .subscribed))
        _ = writer.append([subscribed], at: Self.time(1))
        for number in 2...count {
            let event = Self.event(number, size: size, spacing: spacing)
            _ = writer.append([event], at: event.time)
        }
        // It is open, so it can still be read.
        return try RecordingFile(path)
    }

    private func numbers(_ steps: [ReplayStep]) -> [Int] {
        steps.flatMap { step -> [Int] in
            switch step {
            case .standing(let events, _), .client(let events): return events.map(\.number)
            case .frames, .fault: return []
            }
        }
    }

    @Test("events come when they are due, at any speed")
    func playing() throws {
        var replayer = Replayer(try self.file(100), at: Self.now(0))
        #expect(replayer.span.start == Self.time(1))
        #expect(replayer.span.end == Self.time(100))
        #expect(self.numbers(replayer.due(at: Self.now(0))) == [1])
        #expect(self.numbers(replayer.due(at: Self.now(0.5))) == [])
        #expect(replayer.wait(at: Self.now(0.5)) == .milliseconds(500))
        #expect(self.numbers(replayer.due(at: Self.now(2))) == [2, 3])
        replayer.clock.setSpeed(10, at: Self.now(2))
        #expect(self.numbers(replayer.due(at: Self.now(3))) == Array(4...13))
        replayer.clock.setPaused(true, at: Self.now(3))
        #expect(self.numbers(replayer.due(at: Self.now(30))) == [])
        #expect(replayer.wait(at: Self.now(30)) == nil)
    }

    @Test("at the end, time stands still")
    func end() throws {
        var replayer = Replayer(try self.file(5), at: Self.now(0))
        #expect(self.numbers(replayer.due(at: Self.now(60))) == [1, 2, 3, 4, 5])
        #expect(replayer.isAtEnd)
        let status = replayer.status(at: Self.now(90))
        #expect(status.shown == Self.time(5))
        #expect(status.isPaused)
        let again = replayer.togglePause(at: Self.now(90))
        #expect(again.startsAgain)
        #expect(self.numbers(again.steps) == [1])
        #expect(self.numbers(replayer.due(at: Self.now(92))) == [2, 3])
    }

    @Test("what cannot be shown at once makes time wait, and nothing is left out")
    func tooFast() throws {
        var replayer = Replayer(try self.file(9000), at: Self.now(0))
        replayer.clock.setSpeed(10_000, at: Self.now(0))
        var all: [Int] = []
        for turn in 1...20 where !replayer.isAtEnd {
            let some = self.numbers(replayer.due(at: Self.now(Double(turn))))
            #expect(some.count <= 2000)
            all += some
        }
        #expect(all == Array(1...9000))
    }

    @Test("however fast it runs, the time on the screen does not pass what is shown next")
    func ceiling() throws {
        var replayer = Replayer(try self.file(9000), at: Self.now(0))
        replayer.clock.setSpeed(10_000, at: Self.now(0))
        #expect(self.numbers(replayer.due(at: Self.now(1))).last == 2000)
        #expect(replayer.screenClock().shown(at: Self.now(1)) == Self.time(2000))
        #expect(replayer.screenClock().shown(at: Self.now(2)) == Self.time(2001))
        #expect(replayer.status(at: Self.now(2)).shown == Self.time(2001))
    }

    @Test("steps show one report, forward and back")
    func steps() throws {
        var replayer = Replayer(try self.file(50), at: Self.now(0))
        #expect(self.numbers(replayer.due(at: Self.now(9))) == Array(1...10))
        let forward = replayer.stepForward(at: Self.now(9))
        #expect(!forward.startsAgain)
        #expect(self.numbers(forward.steps) == [11])
        #expect(replayer.status(at: Self.now(99)).shown == Self.time(11))
        let back = replayer.stepBack(at: Self.now(9))
        #expect(back.startsAgain)
        #expect(self.numbers(back.steps) == Array(1...10))
        #expect(self.numbers(replayer.stepBack(at: Self.now(9)).steps) == Array(1...9))
        #expect(self.numbers(replayer.stepForward(at: Self.now(9)).steps) == [10])
    }

    @Test("steps back stay where they lead, and so do steps between reports of the same moment")
    func repeatedSteps() throws {
        var replayer = Replayer(try self.file(50), at: Self.now(0))
        _ = replayer.due(at: Self.now(9))
        for last in (1...9).reversed() {
            #expect(self.numbers(replayer.stepBack(at: Self.now(9)).steps) == Array(1...last))
            #expect(self.numbers(replayer.due(at: Self.now(9))) == [])
            #expect(replayer.status(at: Self.now(9)).shown == Self.time(Double(last)))
        }
        #expect(self.numbers(replayer.stepBack(at: Self.now(9)).steps) == [])
        #expect(self.numbers(replayer.due(at: Self.now(9))) == [])
        #expect(replayer.togglePause(at: Self.now(9)).steps == [])
        #expect(self.numbers(replayer.due(at: Self.now(10))) == [1, 2])
    }

    @Test("reports of one moment are stepped through one by one")
    func sameMoment() throws {
        var replayer = Replayer(try self.file(5, spacing: 0), at: Self.now(0))
        #expect(self.numbers(replayer.togglePause(at: Self.now(0)).steps) == [1, 2, 3, 4, 5])
        #expect(self.numbers(replayer.stepBack(at: Self.now(0)).steps) == [1, 2, 3, 4])
        #expect(self.numbers(replayer.due(at: Self.now(0))) == [])
        #expect(self.numbers(replayer.stepBack(at: Self.now(0)).steps) == [1, 2, 3])
        #expect(self.numbers(replayer.due(at: Self.now(0))) == [])
        #expect(self.numbers(replayer.stepForward(at: Self.now(0)).steps) == [4])
        #expect(self.numbers(replayer.due(at: Self.now(0))) == [])
        #expect(self.numbers(replayer.stepForward(at: Self.now(0)).steps) == [5])
    }

    @Test("when time is stopped, what was due is shown, however fast it ran")
    func stopped() throws {
        var replayer = Replayer(try self.file(500), at: Self.now(0))
        replayer.clock.setSpeed(100, at: Self.now(0))
        #expect(self.numbers(replayer.due(at: Self.now(1))).last == 101)
        #expect(self.numbers(replayer.togglePause(at: Self.now(1.5)).steps) == Array(102...151))
        #expect(replayer.clock.isPaused)
        #expect(replayer.togglePause(at: Self.now(9)).steps == [])
        #expect(self.numbers(replayer.due(at: Self.now(9.01))) == [152])
    }

    @Test("a jump begins at the last checkpoint before, and has what was in effect")
    func jumps() throws {
        var replayer = Replayer(try self.file(600, size: 20_000), at: Self.now(0))
        _ = replayer.due(at: Self.now(9))
        let far = replayer.seek(to: Self.time(500.5), at: Self.now(9))
        #expect(far.startsAgain)
        let numbers = self.numbers(far.steps)
        #expect(numbers.first == 1, "the subscription is in the checkpoint")
        #expect(numbers.last == 500)
        #expect(numbers.count < 300)
        #expect(Array(numbers.dropFirst()) == Array((502 - numbers.count)...500))
        #expect(self.numbers(replayer.due(at: Self.now(9.5))) == [501])
        let near = replayer.seek(to: Self.time(510), at: Self.now(9.5))
        #expect(!near.startsAgain, "what is near is only read on")
        #expect(self.numbers(near.steps) == Array(502...510))
        let back = replayer.seek(to: Self.time(3), at: Self.now(9.5))
        #expect(back.startsAgain)
        #expect(self.numbers(back.steps) == [1, 2, 3])
        let end = replayer.seek(to: Self.time(10_000), at: Self.now(9.5))
        #expect(self.numbers(end.steps).last == 600)
    }

    @Test("faults in force at a place are shown there")
    func faults() throws {
        let path = NSTemporaryDirectory() + "replay-\(UUID().uuidString).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var writer = try RecordingWriter(
            path, RecordingHeader.made(at: Self.start), rules: RecordingRules(sizeLimit: 1))
        let silence = FaultSchedule.InForce(
            fault: .silence(.both), start: Self.time(1), end: nil)
        let report = FaultReport(at: Self.time(1), [.begin(silence)], inForce: [silence])
        _ = writer.append(report, at: Self.time(1))
        _ = writer.append([Self.event(2)], at: Self.time(2))
        var replayer = Replayer(try RecordingFile(path), at: Self.now(0))
        let steps = replayer.seek(to: Self.time(3), at: Self.now(0)).steps
        #expect(steps.contains(.fault(FaultReport(at: Self.time(2), [], inForce: [silence]))))
    }
}
