import ChannelsEventWords

package struct RecordingCursor: Sendable {
    package struct Entry: Sendable {
        package let offset: Int
        package let line: RecordingLine
    }

    private let file: RecordingFile
    private var decoder = RecordingDecoder()
    /// The place of the next line, or where a skipped line continues.
    package private(set) var offset: Int
    /// Whether the line at the offset started before it, and is skipped.
    private var isInLongLine = false
    package private(set) var unreadable = 0
    /// The first of them and the reason, as the end of a sentence.
    package private(set) var firstFault: (offset: Int, reason: String)?

    private static let chunk = 256 << 10

    package init(_ file: RecordingFile, at offset: Int) {
        self.file = file
        self.offset = max(offset, file.start)
    }

    /// The next lines; none at the end. A last line without its end is not read.
    package mutating func next() -> [Entry] {
        var count = Self.chunk
        while true {
            if self.isInLongLine, !self.passLongLine() { return [] }
            let bytes = self.file.read(at: self.offset, count: count)
            if bytes.lineFeed() != nil {
                let lines = self.lines(bytes)
                if !lines.isEmpty { return lines }
                count = Self.chunk
            } else if bytes.count < count {
                return []
            } else if count > RecordingLine.sizeLimit {
                self.note("is longer than \(RecordingLine.sizeLimit >> 20) MiB")
                self.isInLongLine = true
                self.offset += count
                count = Self.chunk
            } else {
                count = min(count * 4, RecordingLine.sizeLimit + 1)
            }
        }
    }

    /// Moves to the end of a line that is too long; what was passed is not read again.
    private mutating func passLongLine() -> Bool {
        while case let bytes = self.file.read(at: self.offset, count: Self.chunk), !bytes.isEmpty {
            if let feed = bytes.lineFeed() {
                self.offset += feed + 1
                self.isInLongLine = false
                return true
            }
            self.offset += bytes.count
        }
        return false
    }

    /// Names the lines that could not be read so far.
    package func warning(of path: String) -> String? {
        guard let firstFault else { return nil }
        let lines = Figures.counted(self.unreadable, "line")
        let first = self.unreadable == 1 ? "it" : "the first"
        return "\(lines) of \(path) cannot be read; \(first) \(firstFault.reason)"
    }

    private mutating func note(_ reason: String) {
        self.unreadable += 1
        if self.firstFault == nil { self.firstFault = (self.offset, reason) }
    }

    private mutating func lines(_ bytes: [UInt8]) -> [Entry] {
        var lines: [Entry] = []
        var start = 0
        while let feed = bytes.lineFeed(from: start) {
            if feed > start {
                do throws(RecordingFault) {
                    let line = try self.decoder.line(bytes, start..<feed)
                    lines.append(Entry(offset: self.offset, line: line))
                } catch {
                    self.note(error.description)
                }
            }
            self.offset += feed + 1 - start
            start = feed + 1
        }
        return lines
    }
}
