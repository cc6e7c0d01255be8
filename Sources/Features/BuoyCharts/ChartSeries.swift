import ChannelsProtocol

struct ChartPoint: Hashable, Sendable {
    var least: Double
    var most: Double
    var last: Double

    init(_ value: Double) { (self.least, self.most, self.last) = (value, value, value) }

    mutating func add(_ later: ChartPoint) {
        self.least = min(self.least, later.least)
        self.most = max(self.most, later.most)
        self.last = later.last
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
            if slot.number == number { self.slots[index][place]?.point.add(ChartPoint(value)) }
        }
    }

    /// The latest last; `nil` for columns without values.
    func columns(_ count: Int, of span: ChartSpan, until nanoseconds: Int64) -> [ChartPoint?] {
        guard count > 0, let index = ChartSpan.allCases.firstIndex(of: span) else { return [] }
        let end = nanoseconds / span.slotNanoseconds
        var columns = [ChartPoint?](repeating: nil, count: count)
        for offset in 0..<ChartSpan.slots {
            let number = end &- Int64(ChartSpan.slots - 1 - offset)
            guard let slot = self.slots[index][Self.place(of: number)], slot.number == number
            else { continue }
            let column = offset * count / ChartSpan.slots
            if columns[column] == nil {
                columns[column] = slot.point
            } else {
                columns[column]?.add(slot.point)
            }
        }
        return columns
    }

    private static func place(of number: Int64) -> Int {
        let place = Int(number % Int64(ChartSpan.slots))
        return place < 0 ? place + ChartSpan.slots : place
    }
}
