import BuoyTextScreen

/// A very long line counts as several.
struct TextLines: Hashable, Sendable {
    private let bytes: [UInt8]
    private let ranges: [Range<Int>]
    private let keepsLineEnds: Bool
    private let doublesBackslashes: Bool

    /// - Parameters:
    ///   - keepsLineEnds: whether line ends are shown, as escapes.
    ///   - doublesBackslashes: so that backslashes of the text cannot be taken for escapes.
    init(_ bytes: [UInt8], keepsLineEnds: Bool = false, doublesBackslashes: Bool = false) {
        self.bytes = bytes
        self.keepsLineEnds = keepsLineEnds
        self.doublesBackslashes = doublesBackslashes
        var ranges: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let end = newline.map { $0 + 1 } ?? bytes.count
            Self.append(start..<end, of: bytes, to: &ranges)
            start = end
        }
        self.ranges = ranges
    }

    var count: Int { self.ranges.count }

    func line(at index: Int, _ look: DataLineContext) -> SafeText {
        guard self.ranges.indices.contains(index) else { return .empty }
        var line = self.bytes[self.ranges[index]]
        if !self.keepsLineEnds, line.last == UInt8(ascii: "\n") { line.removeLast() }
        guard self.doublesBackslashes, line.contains(UInt8(ascii: "\\")) else {
            return look.reveal(line)
        }
        return look.reveal(
            line.flatMap { $0 == UInt8(ascii: "\\") ? [$0, $0] : [$0] })
    }

    /// No piece ends inside a character.
    private static func append(
        _ line: Range<Int>, of bytes: [UInt8], to ranges: inout [Range<Int>]
    ) {
        // Twice the size if all bytes are backslashes.
        let limit = DataLineContext.lineByteLimit / 2
        var start = line.lowerBound
        while line.upperBound - start > limit {
            var end = start + limit
            while end > start + limit - 4, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            ranges.append(start..<end)
            start = end
        }
        ranges.append(start..<line.upperBound)
    }
}
