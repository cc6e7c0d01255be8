import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import Foundation
import Glibc
import Synchronization
import Testing

@testable import BuoyRecordingFiles

/// Files of recordings: what is written, what survives, and how places are found.
struct RecordingFilesTests {
    private static let start = ChannelsTimestamp(
        monotonicNanoseconds: 1_000_000_000, wallMicroseconds: 1_795_269_720_000_000)

    private static func time(_ seconds: Double) -> ChannelsTimestamp {
        Self.start.advanced(by: .milliseconds(Int64(seconds * 1000)))
    }

    private static func event(_ number: Int, at time: ChannelsTimestamp? = nil) -> ClientReport {
        ClientReport(
            number: number, time: time ?? Self.time(Double(number)),
            kind: .received(
                ChannelsEvent(
                    name: "price", channel: ChannelName(wire: "ticker"),
                    data: EventData("{\"n\":\(number)}"))))
    }

    private static func lines(_ file: RecordingFile) -> [RecordingLine] {
        var cursor = RecordingCursor(file, at: 0)
        var all: [RecordingLine] = []
        while case let entries = cursor.next(), !entries.isEmpty { all += entries.map(\.line) }
        return all
    }

    private static func events(_ file: RecordingFile) -> [ClientReport] {
        Self.lines(file).compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    private func writer(
        _ path: String, _ rules: RecordingRules = RecordingRules(),
        write: @escaping AppendedFile.Write = AppendedFile.systemWrite
    ) throws -> RecordingWriter {
        try RecordingWriter(
            path, RecordingHeader.made(at: Self.start), rules, SecretMask(), write: write)
    }

    // MARK: Writing

    @Test("events that arrived too fast are counted, and said")
    func skipped() throws {
        let folder = try TestFolder()
        var writer = try self.writer(folder.file("session.jsonl"))
        _ = writer.append([Self.event(1)], at: Self.time(1))
        #expect(writer.figures.lossSentence == nil)
        let skipped = ClientReport(
            number: 2, time: Self.time(2),
            kind: .skipped(SkippedEvents(events: 1_926_783, folded: 0)))
        _ = writer.append([skipped], at: Self.time(2))
        #expect(writer.figures.skipped == 1_926_783)
        let sentence = try #require(writer.figures.lossSentence)
        #expect(sentence.contains("arrived too fast to be written"), "\(sentence)")
    }

    @Test("a file is private, and every line is there after each call")
    func writes() throws {
        let folder = try TestFolder()
        var writer = try self.writer(folder.file("session.jsonl"))
        #expect(writer.append((1...3).map { Self.event($0) }, at: Self.time(3)) == .nothing)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.file("session.jsonl"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let file = try RecordingFile(folder.file("session.jsonl"))
        #expect(file.header == RecordingHeader.made(at: Self.start))
        #expect(Self.events(file) == (1...3).map { Self.event($0) })
        #expect(writer.figures.lines == 4)
        #expect(writer.figures.bytes == file.size)
    }

    @Test("of a long batch, little waits in memory")
    func smallParts() throws {
        let folder = try TestFolder()
        let sizes = Mutex<[Int]>([])
        var writer = try self.writer(folder.file("session.jsonl")) { descriptor, bytes in
            sizes.withLock { $0.append(bytes.count) }
            return AppendedFile.systemWrite(descriptor, bytes)
        }
        _ = writer.append((1...20_000).map { Self.event($0) }, at: Self.time(1))
        let largest = sizes.withLock { $0.max() ?? 0 }
        #expect(largest < RecordingWriter.heldBytes + 1_000)
        #expect(writer.figures.lines == 20_001)
        #expect(writer.figures.bytes > 20 * RecordingWriter.heldBytes)
    }

    @Test("an earlier recording with the name is kept under another; other files are left alone")
    func earlierFiles() throws {
        let folder = try TestFolder()
        _ = try self.writer(folder.file("session.jsonl"))
        _ = try self.writer(folder.file("session.jsonl"))
        _ = try self.writer(folder.file("session.jsonl"))
        #expect(
            folder.names == [
                "session.20261121-140200-2.jsonl", "session.20261121-140200.jsonl",
                "session.jsonl",
            ])
        try Data("important\n".utf8).write(to: URL(fileURLWithPath: folder.file("notes.txt")))
        let error = #expect(throws: RecordingFileError.self) {
            _ = try self.writer(folder.file("notes.txt"))
        }
        #expect(
            error?.description.hasSuffix(
                "notes.txt already exists, and is not a recording: choose another name") == true)
    }

    @Test("recordings of one name have files of their own, and do not remove each other's")
    func sameName() throws {
        let folder = try TestFolder()
        let path = folder.file("session.jsonl")
        let rules = RecordingRules(sizeLimit: 2000, fileLimit: 2)
        var first = try self.writer(path, rules)
        var second = try self.writer(path, rules)
        #expect(first.path == path)
        #expect(second.path == folder.file("session-2.jsonl"))
        for number in 1...100 {
            _ = first.append([Self.event(number)], at: Self.time(Double(number)))
            _ = second.append([Self.event(number)], at: Self.time(Double(number)))
        }
        #expect(first.figures.files > 2)
        #expect(second.figures.files > 2)
        #expect(folder.names.filter { $0.hasPrefix("session.") }.count == 2)
        #expect(folder.names.filter { $0.hasPrefix("session-2.") }.count == 2)
        #expect(folder.names.count == 4)
    }

    @Test("the name of a recording that has ended is free again")
    func freeName() throws {
        let folder = try TestFolder()
        let path = folder.file("session.jsonl")
        var first: RecordingWriter? = try self.writer(path)
        #expect(try self.writer(path).path == folder.file("session-2.jsonl"))
        #expect(first?.figures.files == 1)
        first = nil
        #expect(try self.writer(path).path == path)
        #expect(
            folder.names == [
                "session-2.jsonl", "session.20261121-140200.jsonl", "session.jsonl",
            ])
    }

    @Test("a recording whose file was replaced leaves the other alone")
    func replacedFile() throws {
        let folder = try TestFolder()
        let path = folder.file("session.jsonl")
        var writer = try self.writer(path, RecordingRules(sizeLimit: 2000, fileLimit: 2))
        try FileManager.default.removeItem(atPath: path)
        try Data("another\n".utf8).write(to: URL(fileURLWithPath: path))
        for number in 1...100 {
            _ = writer.append([Self.event(number)], at: Self.time(Double(number)))
        }
        #expect(folder.names == ["session.jsonl"])
        #expect(FileManager.default.contents(atPath: path) == Data("another\n".utf8))
    }

    @Test("a folder that does not exist is an error that names the file")
    func noFolder() throws {
        let error = #expect(throws: RecordingFileError.self) {
            _ = try self.writer(Nowhere.file)
        }
        #expect(
            error?.description
                == "cannot create \(Nowhere.file): no such file")
    }

    @Test("new files by size; the oldest are removed; each begins with what is in effect")
    func rotation() throws {
        let folder = try TestFolder()
        var writer = try self.writer(
            folder.file("session.jsonl"), RecordingRules(sizeLimit: 2000, fileLimit: 3))
        let subscribed = ClientReport(
            number: 1, time: Self.time(0),
            kind: .subscriptionChanged(ChannelName(wire: "ticker"), .subscribed))
        _ = writer.append([subscribed], at: Self.time(0))
        for number in 2...100 {
            #expect(
                writer.append([Self.event(number)], at: Self.time(Double(number))) == .nothing)
        }
        #expect(folder.names.count == 3)
        #expect(writer.figures.files > 3)
        let last = try RecordingFile(folder.file("session.jsonl"))
        #expect(last.header.part == writer.figures.files)
        let lines = Self.lines(last)
        guard case .checkpoint(let checkpoint)? = lines.first else {
            Issue.record("no checkpoint at the beginning")
            return
        }
        #expect(checkpoint.events == [subscribed])
        // Nothing between the files is missing.
        let numbers = try folder.names.flatMap {
            Self.events(try RecordingFile(folder.file($0))).map(\.number)
        }
        #expect(numbers == Array((101 - numbers.count)...100))
    }

    @Test("new files by age")
    func rotationByAge() throws {
        let folder = try TestFolder()
        var writer = try self.writer(
            folder.file("session.jsonl"), RecordingRules(ageLimit: .seconds(60)))
        for number in 1...100 {
            _ = writer.append([Self.event(number)], at: Self.time(Double(number)))
        }
        #expect(folder.names == ["session.20261121-140200.jsonl", "session.jsonl"])
        #expect(Self.events(try RecordingFile(folder.file("session.jsonl"))).first?.number == 61)
    }

    @Test("a full disk is told once, counted, and tried again; what is written stays readable")
    func fullDisk() throws {
        let folder = try TestFolder()
        let room = Mutex(Int.max)
        var writer = try self.writer(folder.file("session.jsonl")) { descriptor, bytes in
            let count = room.withLock { room in
                defer { room -= min(bytes.count, room) }
                return min(bytes.count, room)
            }
            guard count > 0 else {
                errno = ENOSPC
                return -1
            }
            return Glibc.write(descriptor, bytes.baseAddress, count)
        }
        _ = writer.append([Self.event(1)], at: Self.time(1))
        // Half of the next line still fits.
        room.withLock { $0 = 40 }
        #expect(
            writer.append([Self.event(2)], at: Self.time(2)) == .failed("no space left on device"))
        #expect(writer.append([Self.event(3)], at: Self.time(2.5)) == .nothing)
        #expect(writer.append([Self.event(4)], at: Self.time(4)) == .nothing)
        #expect(writer.figures.isFailing)
        #expect(Self.events(try RecordingFile(folder.file("session.jsonl"))).map(\.number) == [1])
        room.withLock { $0 = .max }
        #expect(writer.append([Self.event(5)], at: Self.time(6)) == .resumed(lost: 3))
        #expect(writer.append([Self.event(6)], at: Self.time(7)) == .nothing)
        #expect(writer.figures.lost == 3)
        #expect(!writer.figures.isFailing)
        let file = try RecordingFile(folder.file("session.jsonl"))
        #expect(Self.events(file).map(\.number) == [1, 5, 6])
        #expect(
            Self.lines(file).contains(
                .lost(
                    RecordingLoss(
                        time: Self.time(6), lines: 3, reason: "no space left on device"))))
        // A reader that starts after the loss has the current state.
        #expect(file.checkpoint(before: file.size) != nil)
    }

    // MARK: Reading

    @Test("a file cut at any byte gives all of its whole lines, and no error")
    func cutAnywhere() throws {
        let folder = try TestFolder()
        var writer = try self.writer(folder.file("session.jsonl"))
        _ = writer.append((1...3).map { Self.event($0) }, at: Self.time(3))
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("session.jsonl")))
        let headerEnd = try RecordingFile(folder.file("session.jsonl")).start
        for count in headerEnd...whole.count {
            let part = whole.prefix(count)
            try part.write(to: URL(fileURLWithPath: folder.file("cut.jsonl")))
            let file = try RecordingFile(folder.file("cut.jsonl"))
            let expected = part.count { $0 == UInt8(ascii: "\n") } - 1
            #expect(Self.events(file).count == expected)
            #expect(file.last?.line.number ?? 0 == expected)
        }
    }

    @Test("a file that is no recording is refused, whatever it is")
    func noRecording() throws {
        let folder = try TestFolder()
        for text in ["", "{}\n", "hello\n", "{\"v\":1}\n", "{\"time\":1,\"kind\":\"gap\"}\n"] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("x")))
            let error = #expect(throws: RecordingFileError.self) {
                try RecordingFile(folder.file("x"))
            }
            #expect(error?.description.contains("is not a buoy recording") == true)
        }
        let later = #"{"v":2,"time":"2026-11-21T14:02:32Z","clock_ns":1,"kind":"header"}"#
        try Data((later + "\n").utf8).write(to: URL(fileURLWithPath: folder.file("later")))
        let error = #expect(throws: RecordingFileError.self) {
            try RecordingFile(folder.file("later"))
        }
        #expect(
            error?.description.hasSuffix(
                "later was recorded by a newer buoy") == true)
        #expect(throws: RecordingFileError.self) { try RecordingFile(folder.path) }
        #expect(throws: RecordingFileError.self) { try RecordingFile(folder.file("missing")) }
    }

    @Test("places are found by number and by time, between any lines")
    func places() throws {
        let folder = try TestFolder()
        var writer = try self.writer(folder.file("session.jsonl"))
        for first in stride(from: 1, through: 3000, by: 10) {
            _ = writer.append(
                (first..<(first + 10)).map { Self.event($0) }, at: Self.time(Double(first)))
        }
        let file = try RecordingFile(folder.file("session.jsonl"))
        for number in [1, 2, 3, 999, 1000, 1500, 2999, 3000] {
            #expect(file.firstPlace { $0.number < number }?.line.number == number)
            let time = Self.time(Double(number) - 0.5)
            #expect(file.firstPlace { $0.time < time }?.line.number == number)
        }
        #expect(file.firstPlace { $0.number < 3001 } == nil)
        #expect(file.last?.line.number == 3000)
    }

    @Test("checkpoints are written often enough, and the last one before a place is found")
    func checkpoints() throws {
        let folder = try TestFolder()
        var writer = try self.writer(folder.file("session.jsonl"))
        let text = EventData(String(repeating: "x", count: 20_000))
        for number in 1...600 {
            var event = Self.event(number)
            event.kind = .received(
                ChannelsEvent(name: "big", channel: ChannelName(wire: "ticker"), data: text))
            _ = writer.append([event], at: event.time)
        }
        let file = try RecordingFile(folder.file("session.jsonl"))
        let place = try #require(file.checkpoint(before: file.size))
        #expect(file.size - place.offset < 5 << 20)
        let earlier = try #require(file.checkpoint(before: place.offset))
        #expect(earlier.offset < place.offset)
        #expect(file.checkpoint(before: earlier.offset) == nil)
        var cursor = RecordingCursor(file, at: place.offset)
        guard case .checkpoint(let checkpoint)? = cursor.next().first?.line else {
            Issue.record("not a checkpoint")
            return
        }
        #expect(checkpoint.lastNumber == place.line.number)
    }

    @Test("each of several servers has a file, whose name says which")
    func servers() {
        #expect(RecordingNames("a/s.x.jsonl").path(ofServer: "eu-1") == "a/s.x.eu-1.jsonl")
        #expect(RecordingNames("session").path(ofServer: "eu") == "session.eu")
    }
}
