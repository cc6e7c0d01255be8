import ChannelsProtocol

/// The values of some time: the least, the most, the last, and about the median.
///
/// The median is that of a sample of at most 16 values (reservoir sampling, algorithm R), so that a
/// value costs the same after ten and after a million. Of more than 16 values it is off by up to a
/// sixth of their spread; times that are drawn in one column average it.
struct ChartPoint: Hashable, Sendable {
    private(set) var least: Double
    private(set) var most: Double
    private(set) var last: Double
    private(set) var count = 1
    private var sample: SIMD16<Float>

    init(_ value: Double) {
        (self.least, self.most, self.last) = (value, value, value)
        self.sample = SIMD16(repeating: Float(value))
    }

    mutating func add(_ value: Double) {
        self.least = min(self.least, value)
        self.most = max(self.most, value)
        self.last = value
        self.count &+= 1
        let size = self.sample.scalarCount
        let place = self.count <= size ? self.count - 1 : Self.random(below: self.count)
        if place < size { self.sample[place] = Float(value) }
    }

    var median: Double {
        let size = min(self.count, self.sample.scalarCount)
        guard size > 1 else { return self.last }
        var sorted = self.sample
        for end in 1..<size {
            let value = sorted[end]
            var place = end
            while place > 0, sorted[place - 1] > value {
                sorted[place] = sorted[place - 1]
                place -= 1
            }
            sorted[place] = value
        }
        // A `Float` is rounded, and may be infinite.
        return min(max(Double(sorted[size / 2]), self.least), self.most)
    }

    /// The same number each time, so that a replay draws the same chart.
    private static func random(below count: Int) -> Int {
        var bits = UInt64(bitPattern: Int64(count)) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        return Int((bits ^ (bits >> 31)) % UInt64(count))
    }
}

/// One or more points beside each other, as drawn in a column.
struct ChartColumn: Hashable, Sendable {
    private(set) var least: Double
    private(set) var most: Double
    private(set) var last: Double
    fileprivate(set) var median: Double
    fileprivate var count: Int

    init(_ point: ChartPoint) {
        (self.least, self.most, self.last) = (point.least, point.most, point.last)
        (self.median, self.count) = (point.median, point.count)
    }

    mutating func add(_ later: ChartColumn) {
        self.least = min(self.least, later.least)
        self.most = max(self.most, later.most)
        self.last = later.last
        self.count &+= later.count
        // No product or difference of two values: that of two finite ones may be infinite.
        let share = Double(later.count) / Double(max(self.count, 1))
        self.median = self.median * (1 - share) + later.median * share
    }
}

enum ChartSpan: Int, CaseIterable, Hashable, Sendable {
    case minute = 60
    case fiveMinutes = 300
    case quarter = 900
    case hour = 3600

    var label: String { "\(self.rawValue / 60)m" }

    func next(_ step: Int) -> ChartSpan {
        let index = (Self.allCases.firstIndex(of: self) ?? 0) + step
        return Self.allCases[min(max(index, 0), Self.allCases.count - 1)]
    }

    var slotNanoseconds: Int64 { Int64(self.rawValue) * 1_000_000_000 / Int64(Self.slots) }

    /// How many slots a span has: a dot column each on a screen of 240 columns.
    static let slots = 480
}

/// The values of one line. They are put into slots as they arrive, for each span, so that a frame
/// costs the same after ten values and after a million.
struct ChartSeries: Hashable, Sendable {
    private struct Slot: Hashable, Sendable {
        let number: Int64
        var point: ChartPoint
    }

    /// For each span, the slots by their number, modulo how many there are.
    private var slots = ChartSpan.allCases.map { _ in
        [Slot?](repeating: nil, count: ChartSpan.slots)
    }

    mutating func add(_ value: Double, at nanoseconds: Int64) {
        for (index, span) in ChartSpan.allCases.enumerated() {
            let number = nanoseconds / span.slotNanoseconds
            let place = Self.place(of: number)
            guard let slot = self.slots[index][place], slot.number >= number else {
                self.slots[index][place] = Slot(number: number, point: ChartPoint(value))
                continue
            }
            if slot.number == number { self.slots[index][place]?.point.add(value) }
        }
    }

    /// The latest last; `nil` for columns without values.
    func columns(_ count: Int, of span: ChartSpan, until nanoseconds: Int64) -> [ChartColumn?] {
        guard count > 0, let index = ChartSpan.allCases.firstIndex(of: span) else { return [] }
        let end = nanoseconds / span.slotNanoseconds
        var columns = [ChartColumn?](repeating: nil, count: count)
        for offset in 0..<ChartSpan.slots {
            let number = end &- Int64(ChartSpan.slots - 1 - offset)
            guard let slot = self.slots[index][Self.place(of: number)], slot.number == number
            else { continue }
            let column = offset * count / ChartSpan.slots
            let added = ChartColumn(slot.point)
            columns[column]?.add(added)
            columns[column] = columns[column] ?? added
        }
        return Self.smoothed(columns)
    }

    /// In a fast stream, medians are averaged over a thirtieth of the width: those of a moment
    /// differ too much for a line.
    private static func smoothed(_ columns: [ChartColumn?]) -> [ChartColumn?] {
        let reach = columns.count / 60
        return columns.indices.map { index in
            guard var column = columns[index], column.count >= self.fastCount else {
                return columns[index]
            }
            let near = columns[max(index - reach, 0)...min(index + reach, columns.count - 1)]
            let medians = near.compactMap { $0 }.filter { $0.count >= self.fastCount }.map(\.median)
            column.median = medians.reduce(0) { $0 + $1 / Double(medians.count) }
            return column
        }
    }

    /// Fewer values are drawn as they are.
    private static let fastCount = 6

    private static func place(of number: Int64) -> Int {
        let place = Int(number % Int64(ChartSpan.slots))
        return place < 0 ? place + ChartSpan.slots : place
    }
}
