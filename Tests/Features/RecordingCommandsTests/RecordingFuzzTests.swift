import BuoyDashboard
import BuoyScripts
import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyDashboardRuntime
@testable import BuoyRecordingCommands
@testable import BuoyRecordingFiles

/// A recording is a file that anybody may have written.
@Suite("Recordings of any bytes: fuzz")
struct RecordingFuzzTests {
    /// Lines of every kind.
    private static let lines: [[UInt8]] = {
        var made = MadeReports(seed: 7)
        var encoder = RecordingEncoder()
        let events = (made.everyKind() + made.everyKind()).enumerated().map { number, kind in
            ClientReport(number: number + 1, time: made.time(), kind: kind)
        }
        for event in events { encoder.append(event) }
        encoder.append(
            .checkpoint(
                RecordingCheckpoint(
                    time: made.time(), lastNumber: 3, events: Array(events.prefix(9)))))
        encoder.append(.lost(RecordingLoss(time: made.time(), lines: 4, reason: "full")))
        for content: RecordedFrame.Content in [
            .text(#"{"event":"x"}"#), .binary(count: 7), .close(code: 4200, reason: "x"),
            .skipped(count: 9),
        ] {
            encoder.append(
                .frame(
                    RecordedFrame(time: made.time(), isSent: false, connection: 2, content: content)
                ))
        }
        if let step = try? FaultLine.step("delay 500ms 20ms for 60s") {
            let fault = FaultSchedule.InForce(
                fault: step.fault, start: made.time(), end: made.time())
            encoder.append(.fault(FaultReport(at: made.time(), [.begin(fault)], inForce: [fault])))
        }
        return encoder.take().split(separator: UInt8(ascii: "\n")).map(Array.init)
    }()

    private static let mutations = Mutations(
        of: Self.lines, pieces: ["\n", "\"", "\\", "\\u0000", "{", "[", "null", ",", "\u{301}"])

    private static let header: [UInt8] = {
        var encoder = RecordingEncoder()
        encoder.append(.header(RecordingHeader.made(at: .zero)))
        return encoder.take()
    }()

    @Test(
        "a mutated line is read or refused, and what was read can be written and read again",
        arguments: Mutations.seeds(8))
    func lines(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        var decoder = RecordingDecoder()
        for _ in 0..<250 {
            let bytes = Self.mutations.next(&dice)
            guard let line = try? decoder.line(bytes, 0..<bytes.count) else { continue }
            var encoder = RecordingEncoder()
            encoder.append(line)
            if case .unknown = line { continue }
            let written = encoder.take()
            var again = RecordingDecoder()
            #expect(throws: Never.self, "\(String(decoding: bytes, as: UTF8.self))") {
                try again.line(written, 0..<written.count - 1)
            }
        }
    }

    @Test(
        "a mutated file is played, searched and walked through to its end",
        arguments: Mutations.seeds(12))
    func files(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let folder = NSTemporaryDirectory() + "fuzz-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var bytes = Self.header
        for _ in 0..<dice.number(1...60) {
            let line =
                dice.number(0...3) > 0
                ? Self.mutations.next(&dice) : Self.lines.randomElement(using: &dice) ?? []
            bytes += line + [UInt8(ascii: "\n")]
        }
        try Data(bytes).write(to: URL(fileURLWithPath: folder + "/r.jsonl"))
        let file = try RecordingFile(folder + "/r.jsonl")
        Self.play(file, &dice)
        Self.summarize(file)
        let history = RecordingHistory(paths: [file.path])
        for number in [0, 1, 30, Int.max] {
            _ = history.events(before: number, count: 10) { _ in true }
            _ = history.events(after: number, before: .max, count: 10) { _ in true }
            _ = history.last(before: number) { _ in true }
        }
    }

    private static func summarize(_ file: RecordingFile) {
        var summary = SessionSummary(showsNames: false, lastCount: 30)
        var cursor = RecordingCursor(file, at: 0)
        while case let entries = cursor.next(), !entries.isEmpty {
            for entry in entries { summary.note(entry.line) }
        }
        let report = summary.report(file.header, bytes: file.size, unreadable: cursor.unreadable)
        #expect(!report.isEmpty)
    }

    private static func play(_ file: RecordingFile, _ dice: inout Dice) {
        var now = ChannelsTimestamp(monotonicNanoseconds: 5, wallMicroseconds: 9)
        var replayer = Replayer(file, at: now)
        let targets = [
            "start", "end", "50%", "90s", "+10s", "-1000000h", "1000000h", "14:02", "0:00",
        ]
        .compactMap { SeekTarget($0) }
        for _ in 0..<40 {
            now = now.advanced(by: .milliseconds(dice.number(0...5000)))
            switch dice.number(0...8) {
            case 0: _ = replayer.stepForward(at: now)
            case 1: _ = replayer.stepBack(at: now)
            case 2: _ = replayer.togglePause(at: now)
            case 3: replayer.clock.setSpeed([0.01, 1, 10_000][dice.number(0...2)], at: now)
            case 4, 5:
                guard let target = targets.randomElement(using: &dice) else { continue }
                let time = target.time(
                    in: replayer.span, shown: replayer.status(at: now).shown,
                    utcOffsetSeconds: dice.number(-50_400...50_400))
                _ = replayer.seek(to: time, at: now)
            default: _ = replayer.due(at: now)
            }
            _ = replayer.wait(at: now)
            let status = replayer.status(at: now)
            #expect(status.speedText.count < 12)
            #expect((0...1).contains(replayer.span.share(of: status.shown)))
        }
    }

    // MARK: What was found

    private static func line(
        _ time: String = "1970-01-01T00:00:00.000001Z", clock: Int64, number: Int = 1
    ) -> String {
        #"{"v":1,"time":"\#(time)","clock_ns":\#(clock),"number":\#(number)"#
            + #","kind":"suspended","duration_ms":4}"#
    }

    @Test(
        "a line with a time or a number that overflows is told, and the next one is read",
        arguments: [
            Self.line(clock: .min), Self.line(clock: .max), Self.line("+294247-01-10", clock: 1),
            Self.line("9999-99-99T00:00:00Z", clock: 1), Self.line(clock: 1, number: .max),
            Self.line(clock: 1, number: -1), Self.line(clock: 1_000_000_000_000_000_000),
        ])
    func forged(line: String) throws {
        let path = NSTemporaryDirectory() + "forged-\(UUID().uuidString).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let lines = [line, Self.line(clock: 7, number: 2)].map { Array("\($0)\n".utf8) }
        try Data(Self.header + lines.joined()).write(to: URL(fileURLWithPath: path))
        let file = try RecordingFile(path)
        var cursor = RecordingCursor(file, at: 0)
        #expect(cursor.next().compactMap(\.line.time?.monotonicNanoseconds) == [7])
        #expect(cursor.unreadable == 1)
        let now = ChannelsTimestamp(monotonicNanoseconds: 5, wallMicroseconds: 9)
        var replayer = Replayer(file, at: now)
        for second in 1...3 {
            _ = replayer.due(at: now.advanced(by: .seconds(second)))
            _ = replayer.stepBack(at: now)
            _ = replayer.stepForward(at: now)
        }
    }

    @Test("many huge counts are not added up beyond their range")
    func sums() throws {
        var summary = SessionSummary(showsNames: false, lastCount: 30)
        let loss = RecordingLoss(time: .zero, lines: .max, reason: "full")
        for _ in 0..<3 { summary.note(.lost(loss)) }
        let header = RecordingHeader.made(at: .zero)
        let report = summary.report(header, bytes: 0, unreadable: 0)
        #expect(report.contains("lines lost 9223372036854775807, events skipped 0, unreadable 0"))
    }

    @Test("a report says what losses have in common")
    func pattern() {
        var summary = SessionSummary(showsNames: false, lastCount: 30)
        let session = RecordedEvents.losses(3) { session in session.wait(.seconds(5)) }
        for event in session.events { summary.note(.event(event)) }
        let report = summary.report(RecordingHeader.made(at: .zero), bytes: 0, unreadable: 0)
        #expect(report.contains { $0.hasPrefix("pattern 3 losses, each after 5.0s without") })
    }

    @Test("a count beyond what can be added up is read as the largest that can")
    func counts() throws {
        var decoder = RecordingDecoder()
        let text =
            #"{"v":1,"time":"1970-01-01T00:00:00Z","clock_ns":2,"number":3,"kind":"skipped""#
            + #","events":9223372036854775807,"folded":-9223372036854775808}"#
        let line = try decoder.line(Array(text.utf8), 0..<text.utf8.count)
        guard case .event(let event) = line, case .skipped(let skipped) = event.kind else {
            Issue.record("\(line)")
            return
        }
        #expect(skipped.events == 1 << 53)
        #expect(skipped.folded == -(1 << 53))
    }
}
