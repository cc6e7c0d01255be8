import BuoyDashboard
import BuoyTestSupport
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyDashboardRuntime
@testable import BuoyRecordingFiles

/// A line of any length costs no more memory than the limit.
struct LongLineTests {
    private static let limit = RecordingLine.sizeLimit

    private static func event(_ number: Int) -> String {
        Self.start(number) + #","kind":"suspended","duration_ms":4}"# + "\n"
    }

    private static func start(_ number: Int) -> String {
        #"{"v":1,"time":"1970-01-01T00:00:00.00000\#(number)Z","clock_ns":\#(number)"#
            + #","number":\#(number)"#
    }

    /// Three reports, with a line between the second and the third.
    private func withFile(
        _ middle: (FileHandle) throws -> Void, end: String = Self.event(3),
        _ body: (RecordingFile) throws -> Void
    ) throws {
        let path = NSTemporaryDirectory() + "long-\(UUID().uuidString).jsonl"
        var encoder = RecordingEncoder()
        encoder.append(.header(RecordingHeader.made(at: .zero)))
        let start = encoder.take() + Array((Self.event(1) + Self.event(2)).utf8)
        try Data(start).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        try middle(handle)
        try handle.write(contentsOf: Data(end.utf8))
        try handle.close()
        try body(try RecordingFile(path))
    }

    private static func numbers(_ cursor: inout RecordingCursor) -> [Int] {
        var numbers: [Int] = []
        while case let entries = cursor.next(), !entries.isEmpty {
            numbers += entries.compactMap {
                if case .event(let event) = $0.line { event.number } else { nil }
            }
        }
        return numbers
    }

    /// A hole in the file: it is read as zeros, and takes no room.
    private static func hole(_ count: Int) -> (FileHandle) throws -> Void {
        { handle in
            try handle.seek(toOffset: try handle.offset() + UInt64(count))
            try handle.write(contentsOf: Data([UInt8(ascii: "\n")]))
        }
    }

    @Test("a longer line than the limit is told once and skipped, wherever reading begins")
    func longLine() throws {
        try self.withFile(Self.hole(5 * Self.limit)) { file in
            var cursor = RecordingCursor(file, at: 0)
            #expect(Self.numbers(&cursor) == [1, 2, 3])
            #expect(cursor.unreadable == 1)
            #expect(cursor.firstFault?.reason == "is longer than 16 MiB")
            #expect(file.last?.line.number == 3)
            #expect(file.firstPlace { $0.number < 3 }?.line.number == 3)
            #expect(file.firstPlace { $0.number < 2 }?.line.number == 2)
            #expect(file.checkpoint(before: file.size) == nil)
            let history = RecordingHistory(paths: [file.path])
            #expect(history.events(before: 9, count: 9) { _ in true }.map(\.number) == [1, 2, 3])
            #expect(
                history.events(after: 1, before: 9, count: 9) { _ in true }.map(\.number) == [2, 3])
            var replayer = Replayer(file, at: .zero)
            _ = replayer.seek(to: replayer.span.end, at: .zero)
            #expect(replayer.trouble?.count == 1)
        }
    }

    @Test("a last line without its end is not read again from its beginning")
    func unfinished() throws {
        let hole = { (handle: FileHandle) in
            try handle.seek(toOffset: try handle.offset() + UInt64(2 * Self.limit))
        }
        try self.withFile(hole, end: "x") { file in
            var cursor = RecordingCursor(file, at: 0)
            #expect(Self.numbers(&cursor) == [1, 2])
            #expect(cursor.unreadable == 1)
            #expect(cursor.offset == file.size)
            #expect(cursor.next().isEmpty)
            #expect(cursor.unreadable == 1)
        }
    }

    @Test("a line as long as the limit is read")
    func longest() throws {
        let beginning = Self.start(2) + #","kind":"received","event":"e","data":""#
        let data = String(repeating: "x", count: Self.limit - beginning.utf8.count - 2)
        let line = beginning + data + "\"}"
        #expect(line.utf8.count == Self.limit)
        let write = { (handle: FileHandle) in
            try handle.write(contentsOf: Data((line + "\n").utf8))
        }
        try self.withFile(write) { file in
            var cursor = RecordingCursor(file, at: 0)
            #expect(Self.numbers(&cursor) == [1, 2, 2, 3])
            #expect(cursor.unreadable == 0)
        }
    }

    @Test("many lines that cannot be read in a row are all told, and no good one is skipped")
    func manyBadLines() throws {
        let write = { (handle: FileHandle) in
            let line = Data(repeating: UInt8(ascii: "x"), count: 100_000)
            for _ in 0..<40 { try handle.write(contentsOf: line + [UInt8(ascii: "\n")]) }
        }
        try self.withFile(write) { file in
            var cursor = RecordingCursor(file, at: 0)
            #expect(Self.numbers(&cursor) == [1, 2, 3])
            #expect(cursor.unreadable == 40)
        }
    }

    @Test("a checkpoint that would be longer is written without the members")
    func checkpoint() throws {
        let path = NSTemporaryDirectory() + "long-\(UUID().uuidString).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var writer = try RecordingWriter(
            path, RecordingHeader.made(at: .zero), rules: RecordingRules())
        var standing = StandingReports()
        var members = PresenceMembers()
        let info = EventData(String(repeating: "x", count: 1000))
        for number in 0..<17_000 {
            members.add(PresenceMember(id: UserID("\(number)"), info: info))
        }
        let channel = ChannelName(wire: "presence-a")
        standing.note([
            ClientReport(number: 1, time: .zero, kind: .subscriptionChanged(channel, .subscribed)),
            ClientReport(
                number: 2, time: .zero, kind: .membersReplaced(channel, members, difference: nil)),
        ])
        #expect(writer.begin(with: standing, faults: [], at: .zero) == .nothing)
        let file = try RecordingFile(path)
        let place = try #require(file.checkpoint(before: file.size))
        var cursor = RecordingCursor(file, at: place.offset)
        guard case .checkpoint(let checkpoint)? = cursor.next().first?.line else {
            Issue.record("no checkpoint")
            return
        }
        #expect(checkpoint.events.map(\.number) == [1])
        #expect(checkpoint.lastNumber == 2)
        #expect(writer.figures.lines == 2)
    }
}
