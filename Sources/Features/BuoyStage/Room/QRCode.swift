/// A QR code with error correction level M, of version 1 to 10 (ISO/IEC 18004).
struct QRCode: Hashable, Sendable {
    /// In modules, without the quiet zone.
    let size: Int
    private var isDark: [Bool]
    /// Whether a module belongs to a pattern, and not to the data.
    private var isReserved: [Bool]
    private let version: Int

    /// - Returns: `nil` if the string is too long. One of capital letters, digits and `$%*+-./:`
    ///   takes less room.
    init?(_ text: String) {
        guard let (version, data) = QRData.codewords(of: text) else { return nil }
        self.version = version
        self.size = 17 + 4 * version
        self.isDark = [Bool](repeating: false, count: self.size * self.size)
        self.isReserved = self.isDark
        self.drawPatterns()
        self.draw(QRData.interleaved(data, version: version))
        self.chooseMask()
    }

    /// Light outside the code, which is the quiet zone.
    subscript(x: Int, y: Int) -> Bool {
        guard (0..<self.size).contains(x), (0..<self.size).contains(y) else { return false }
        return self.isDark[y * self.size + x]
    }

    private mutating func reserve(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard (0..<self.size).contains(x), (0..<self.size).contains(y) else { return }
        self.isDark[y * self.size + x] = isDark
        self.isReserved[y * self.size + x] = true
    }

    // MARK: Patterns

    private mutating func drawPatterns() {
        for place in 0..<self.size {
            self.reserve(6, place, place.isMultiple(of: 2))
            self.reserve(place, 6, place.isMultiple(of: 2))
        }
        let last = self.size - 4
        for (x, y) in [(3, 3), (last, 3), (3, last)] { self.drawSquares(x, y, radius: 4) }
        let places = self.alignments
        for x in places {
            for y in places where !self.isFinder(x, y) { self.drawSquares(x, y, radius: 2) }
        }
        self.drawFormat(mask: 0)
        self.drawVersion()
    }

    /// A finder pattern with its separator, or an alignment pattern.
    private mutating func drawSquares(_ x: Int, _ y: Int, radius: Int) {
        for dy in -radius...radius {
            for dx in -radius...radius {
                let distance = max(abs(dx), abs(dy))
                let isDark = radius == 4 ? distance != 2 && distance != 4 : distance != 1
                self.reserve(x + dx, y + dy, isDark)
            }
        }
    }

    private var alignments: [Int] {
        guard self.version > 1 else { return [] }
        let last = self.size - 7
        return self.version < 7 ? [6, last] : [6, (last + 6) / 2, last]
    }

    private func isFinder(_ x: Int, _ y: Int) -> Bool {
        let last = self.size - 7
        return [[6, 6], [6, last], [last, 6]].contains([x, y])
    }

    /// The level, which is 00, and the mask, with their BCH code.
    private mutating func drawFormat(mask: Int) {
        let bits = (mask << 10 | Self.remainder(of: mask, by: 0x537, length: 10)) ^ 0x5412
        for index in 0..<15 {
            let isDark = bits >> index & 1 == 1
            let place = index < 6 ? index : index < 8 ? index + 1 : self.size - 15 + index
            self.reserve(8, place, isDark)
            let across =
                index < 8 ? self.size - 1 - index : index == 8 ? 7 : 14 - index
            self.reserve(across, 8, isDark)
        }
        self.reserve(8, self.size - 8, true)
    }

    private mutating func drawVersion() {
        guard self.version >= 7 else { return }
        let bits =
            self.version << 12 | Self.remainder(of: self.version, by: 0x1F25, length: 12)
        for index in 0..<18 {
            let (near, far) = (index / 3, self.size - 11 + index % 3)
            self.reserve(far, near, bits >> index & 1 == 1)
            self.reserve(near, far, bits >> index & 1 == 1)
        }
    }

    private static func remainder(of value: Int, by generator: Int, length: Int) -> Int {
        (0..<length).reduce(value) { rest, _ in
            rest << 1 ^ (rest >> (length - 1) & 1) * generator
        }
    }

    // MARK: Data

    /// In columns of two from the right, alternately upwards and downwards.
    private mutating func draw(_ codewords: [UInt8]) {
        var index = 0
        for right in stride(from: self.size - 1, to: 0, by: -2) {
            let right = right <= 6 ? right - 1 : right
            let isUpwards = (right + 1) & 2 == 0
            for step in 0..<self.size {
                let y = isUpwards ? self.size - 1 - step : step
                for x in [right, right - 1] where !self.isReserved[y * self.size + x] {
                    guard index < codewords.count * 8 else { return }
                    let bit = codewords[index / 8] >> UInt8(7 - index % 8) & 1
                    self.isDark[y * self.size + x] = bit == 1
                    index += 1
                }
            }
        }
    }

    // MARK: Masks

    private mutating func chooseMask() {
        let masked = (0..<8).map { self.masked(by: $0) }
        let best = masked.min { $0.penalty < $1.penalty }
        if let best { self = best }
    }

    private func masked(by mask: Int) -> QRCode {
        var code = self
        for y in 0..<self.size {
            for x in 0..<self.size where !self.isReserved[y * self.size + x] {
                if Self.flips(mask, x, y) { code.isDark[y * self.size + x].toggle() }
            }
        }
        code.drawFormat(mask: mask)
        return code
    }

    private static func flips(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    /// ISO/IEC 18004, 7.8.3.
    private var penalty: Int {
        let rows = (0..<self.size).map { y in (0..<self.size).map { self[$0, y] } }
        let columns = (0..<self.size).map { x in (0..<self.size).map { self[x, $0] } }
        let lines = (rows + columns).reduce(0) { $0 + Self.penalty(ofLine: $1) }
        var blocks = 0
        for y in 0..<self.size - 1 {
            for x in 0..<self.size - 1
            where Set([self[x, y], self[x + 1, y], self[x, y + 1], self[x + 1, y + 1]]).count == 1 {
                blocks += 3
            }
        }
        let percent = self.isDark.count(where: \.self) * 100 / self.isDark.count
        return lines + blocks + abs(percent - 50) / 5 * 10
    }

    private static func penalty(ofLine line: [Bool]) -> Int {
        var (sum, run) = (0, 0)
        for (index, module) in line.enumerated() {
            run = index > 0 && line[index - 1] == module ? run + 1 : 1
            sum += run == 5 ? 3 : run > 5 ? 1 : 0
        }
        let finder = [true, false, true, true, true, false, true]
        let light = [Bool](repeating: false, count: 4)
        let wide = light + line + light
        for start in 0...(wide.count - 11) {
            let part = wide[start..<start + 11]
            if part.elementsEqual(finder + light) || part.elementsEqual(light + finder) {
                sum += 40
            }
        }
        return sum
    }
}
