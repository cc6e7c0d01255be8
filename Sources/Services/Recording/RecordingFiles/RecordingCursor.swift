/// Reads the lines of a recording one after the other.
package struct RecordingCursor: Sendable {
    /// A line and its place.
    package struct Entry: Sendable {
        /// The offset of the line in the file.
        package let offset: Int
        /// The line.
        package let line: RecordingLine
    }

    private let file: RecordingFile
    private var decoder = RecordingDecoder()
    /// The place of the next line.
    package private(set) var offset: Int
    /// The number of lines that could not be read so far.
    package private(set) var unreadable = 0
    /// The first of them and the reason, as the end of a sentence.
    package private(set) var firstFault: (offset: Int, reason: String)?

    /// How much is read at once.
    private static let chunk = 256 << 10
    /// A longer line is skipped.
    private static let lineLimit = 256 << 20

    /// Begins at a line.
    package init(_ file: RecordingFile, at offset: Int) {
        self.file = file
        self.offset = max(offset, file.start)
    }

    /// The next lines; none at the end. A last line without its end is not read.
    package mutating func next() -> [Entry] {
        var count = Self.chunk
        while true {
            let bytes = self.file.read(at: self.offset, count: count)
            let lines = self.lines(bytes)
            if !lines.isEmpty || bytes.count < count { return lines }
            count *= 4
            if count > Self.lineLimit { self.skip(bytes.count) }
        }
    }

    private mutating func skip(_ count: Int) {
        self.note("is too long")
        self.offset += count
    }

    private mutating func note(_ reason: String) {
        self.unreadable += 1
        if self.firstFault == nil { self.firstFault = (self.offset, reason) }
    }

    private mutating func lines(_ bytes: [UInt8]) -> [Entry] {
        var lines: [Entry] = []
        var start = 0
        while let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
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
