struct ScalarSet: Hashable, Sendable {
    /// In order, with gaps between them.
    private(set) var ranges: [ClosedRange<UInt32>]

    private static let last: UInt32 = 0x10_FFFF

    init(_ ranges: [ClosedRange<UInt32>]) {
        self.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let previous = self.ranges.last, range.lowerBound <= previous.upperBound &+ 1 {
                let end = max(previous.upperBound, range.upperBound)
                self.ranges[self.ranges.count - 1] = previous.lowerBound...end
            } else {
                self.ranges.append(range)
            }
        }
    }

    init(_ scalars: Unicode.Scalar...) {
        self.init(scalars.map { $0.value...$0.value })
    }

    init(_ range: ClosedRange<Unicode.Scalar>) {
        self.init([range.lowerBound.value...range.upperBound.value])
    }

    func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(self.ranges + other.ranges) }

    var inverted: ScalarSet {
        var ranges: [ClosedRange<UInt32>] = []
        var start: UInt32 = 0
        for range in self.ranges {
            if range.lowerBound > start { ranges.append(start...(range.lowerBound - 1)) }
            start = range.upperBound &+ 1
        }
        if start <= Self.last { ranges.append(start...Self.last) }
        return ScalarSet(ranges)
    }

    var ignoringCase: ScalarSet {
        let (upper, lower) = (UInt32(0x41)...0x5A, UInt32(0x61)...0x7A)
        var ranges = self.ranges
        for range in self.ranges {
            if range.overlaps(upper) {
                let part = range.clamped(to: upper)
                ranges.append((part.lowerBound + 32)...(part.upperBound + 32))
            }
            if range.overlaps(lower) {
                let part = range.clamped(to: lower)
                ranges.append((part.lowerBound - 32)...(part.upperBound - 32))
            }
        }
        return ScalarSet(ranges)
    }

    var holdsAllBeyondASCII: Bool {
        self.ranges.last.map { $0.lowerBound <= 0x80 && $0.upperBound == Self.last } ?? false
    }

    static let digits = ScalarSet("0"..."9")
    static let wordCharacters = ScalarSet("0"..."9").union(ScalarSet("A"..."Z"))
        .union(ScalarSet("a"..."z")).union(ScalarSet("_"))
    static let spaces = ScalarSet([0x09...0x0D, 0x20...0x20])
    /// `.`: everything except a line feed.
    static let withinLine = ScalarSet("\n").inverted
}
