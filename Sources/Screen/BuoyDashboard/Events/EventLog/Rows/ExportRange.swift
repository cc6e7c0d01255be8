import ChannelsBasics
import ChannelsProtocol

enum ExportRange: Hashable, Sendable {
    case all
    case last(Int)
    case since(Duration)
    case marks
    /// From the last frame received before the latest gap to its end.
    case gap
    case rows(ClosedRange<Int>)

    static let forms = ["last:1000", "since:10m", "marks", "gap"]

    init?(_ word: String) {
        let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("last", 2):
            guard let count = Int(parts[1]), count > 0 else { return nil }
            self = .last(count)
        case ("since", 2):
            guard let duration = Duration(typed: parts[1]) else { return nil }
            self = .since(duration)
        case ("marks", 1): self = .marks
        case ("gap", 1): self = .gap
        default: return nil
        }
    }

    /// Even if it is invalid.
    static func isMeant(by word: String) -> Bool {
        word.hasPrefix("last:") || word.hasPrefix("since:")
    }
}

extension ChannelsTimestamp {
    fileprivate func earlier(by duration: Duration) -> ChannelsTimestamp {
        self.advanced(by: .zero - duration)
    }
}

extension EventSnapshot {
    init(
        _ ring: EventRing, _ view: EventView, _ range: ExportRange, marks: EventMarks,
        now: ChannelsTimestamp
    ) {
        let view = view.unfolded
        let count = view.count(in: ring)
        let rows: Rows =
            switch range {
            case .all: .indices(0..<count)
            case .last(let wanted): .indices(max(count - wanted, 0)..<count)
            case .since(let duration):
                .indices(Self.firstIndex(in: ring, view, from: now.earlier(by: duration))..<count)
            case .marks:
                .sequences(
                    marks.ownNumbers(from: ring.first).filter { view.contains($0, in: ring) })
            case .rows(let numbers):
                .indices(
                    view.index(
                        atOrAfter: numbers.lowerBound, in: ring)..<view.index(
                            atOrAfter: numbers.upperBound + 1, in: ring))
            case .gap: .indices(Self.rowsOfLatestGap(in: ring, view))
            }
        self.init(ring, view, rows)
    }

    private static func firstIndex(
        in ring: EventRing, _ view: EventView, from time: ChannelsTimestamp
    ) -> Int {
        var (low, high) = (0, view.count(in: ring))
        while low < high {
            let middle = (low + high) / 2
            let event = view.sequence(at: middle, in: ring).flatMap { ring[$0] }
            if let event, event.time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func rowsOfLatestGap(in ring: EventRing, _ view: EventView) -> Range<Int> {
        for sequence in (ring.first..<ring.next).reversed() {
            guard let event = ring[sequence], case .gap(let gap) = event.kind else { continue }
            let first = Self.firstIndex(in: ring, view, from: gap.lastReceived)
            // The last row is that of the gap itself.
            let next = event.time.advanced(by: .nanoseconds(1))
            return first..<max(Self.firstIndex(in: ring, view, from: next), first)
        }
        return 0..<0
    }
}
