import BuoyTextScreen

/// ```
/// 0000  7b 22 6f 72 64 65 72 22  3a 34 32 2c 22 63 61 72  {"order":42,"car
/// ```
struct HexLines: Hashable, Sendable {
    private let bytes: [UInt8]
    private let digits: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        self.digits = bytes.count > 0x10000 ? 6 : 4
    }

    func count(width: Int) -> Int {
        let step = self.step(width: width)
        return (self.bytes.count + step - 1) / step
    }

    /// In bytes: 16, or fewer if that is too wide.
    func step(width: Int) -> Int {
        [16, 8].first { self.digits + 2 + 4 * $0 + $0 / 8 <= width } ?? 4
    }

    func line(at index: Int, width: Int) -> StyledLine {
        let step = self.step(width: width)
        let start = min(index * step, self.bytes.count)
        let row = self.bytes[start..<min(start + step, self.bytes.count)]
        var line = StyledLine(SafeText(ours: Self.hexadecimal(start, digits: self.digits)), .muted)
        var digits = "  "
        for place in 0..<step {
            if place > 0, place.isMultiple(of: 8) { digits += " " }
            let byte = start + place < row.endIndex ? row[start + place] : nil
            digits += byte.map { Self.hexadecimal(Int($0), digits: 2) + " " } ?? "   "
        }
        line.append(SafeText(ours: digits + " "))
        line.append(Self.ascii(row))
        return line
    }

    private static func ascii(_ row: ArraySlice<UInt8>) -> StyledLine {
        var line = StyledLine()
        var (run, isHidden) = ("", false)
        for byte in row {
            let isPlain = (0x20..<0x7F).contains(byte)
            if isHidden == isPlain, !run.isEmpty {
                line.append(SafeText(ours: run), isHidden ? .escape : .jsonString)
                run = ""
            }
            isHidden = !isPlain
            run.unicodeScalars.append(isPlain ? Unicode.Scalar(byte) : ".")
        }
        if !run.isEmpty { line.append(SafeText(ours: run), isHidden ? .escape : .jsonString) }
        return line
    }

    private static func hexadecimal(_ value: Int, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
