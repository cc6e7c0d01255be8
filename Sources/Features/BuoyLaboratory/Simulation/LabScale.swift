import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

struct LabScale {
    let duration: Duration
    let cells: Int

    init(_ duration: Duration, cells: Int) {
        self.duration = duration
        self.cells = max(cells, 1)
    }

    var axis: String {
        var axis = ""
        for cell in stride(from: 0, to: self.cells, by: 10) {
            let time = Figures.duration(self.duration / self.cells * cell)
            guard cell + time.count <= self.cells else { break }
            axis += time.padded(to: 10)
        }
        return String(axis.padded(to: self.cells).prefix(self.cells))
    }

    /// The states of each cell: the worst one of its piece of time, so that no loss disappears;
    /// `nil` for none.
    func states(of timeline: LabTimeline) -> [ConnectionState?] {
        (0..<self.cells).map { cell in
            let start = self.duration / self.cells * cell
            let end = self.duration / self.cells * (cell + 1)
            let states = timeline.spans.filter { $0.start < end && $0.end > start }.map(\.state)
            return Self.worstFirst.first { states.contains($0) }
        }
    }

    private static let worstFirst: [ConnectionState] = [
        .failed, .disconnected, .unavailable, .connecting, .connected,
    ]

    /// How many attempts started in each cell: nothing, a bar, the number, or `+` for ten and more.
    /// Empty if there aren't any; nothing follows the last one.
    func attempts(of timeline: LabTimeline) -> String {
        guard !timeline.attempts.isEmpty, self.duration > .zero else { return "" }
        var counts = [Int](repeating: 0, count: self.cells)
        for attempt in timeline.attempts {
            counts[min(Int(attempt / self.duration * Double(self.cells)), self.cells - 1)] += 1
        }
        let text = counts.map { count -> String in
            switch count {
            case 0: " "
            case 1: "|"
            case 2...9: "\(count)"
            default: "+"
            }
        }.joined()
        return String(text.reversed().drop { $0 == " " }.reversed())
    }
}

extension LabTimeline {
    var figures: [String] {
        [
            "\(self.attempts.count)", Figures.preciseDuration(self.timeWithoutEvents),
            self.recovery.map { Figures.preciseDuration($0) }
                ?? (self.gaveUp ? "gave up" : "not yet"),
        ]
    }

    static let figureNames = ["attempts", "no events", "recovery"]
}
