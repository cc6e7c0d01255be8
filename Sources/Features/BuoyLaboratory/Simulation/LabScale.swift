import BuoyScripts
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

    /// Ends at the first tick after the last client is back, or has given up.
    init(_ timelines: [LabTimeline], of script: FaultScript, cells: Int) {
        let ends = timelines.map { $0.settled ?? script.duration } + [script.end ?? .zero]
        let last = min(ends.max() ?? .zero, script.duration)
        let tick = Self.tick(of: last, cells: cells)
        let ticks = Int((last / tick).rounded(.down)) + 1
        self.init(min(tick * ticks, script.duration), cells: cells)
    }

    var axis: String {
        let tick = Self.tick(of: self.duration, cells: self.cells)
        var axis = ""
        for number in 0... {
            let cell = Int(tick * number / self.duration * Double(self.cells))
            let time = Figures.duration(tick * number)
            guard cell + time.count <= self.cells else { break }
            axis = axis.padded(to: cell) + time
        }
        return axis.padded(to: self.cells)
    }

    /// The first round time that is eight cells or more.
    private static func tick(of duration: Duration, cells: Int) -> Duration {
        let least = duration * 8 / max(cells, 8)
        return Self.roundTimes.first { $0 >= least } ?? least
    }

    private static let roundTimes: [Duration] = [
        1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400,
    ].map { .seconds($0) }

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
        for attempt in timeline.attempts where attempt < self.duration {
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
    /// When it last came back, or gave up; `nil` if neither happened.
    fileprivate var settled: Duration? {
        guard let last = self.spans.last else { return nil }
        return last.state == .connected || last.state == .failed ? last.start : nil
    }

    var figures: [String] {
        [
            "\(self.attempts.count)", Figures.preciseDuration(self.timeWithoutEvents),
            self.recovery.map { Figures.preciseDuration($0) }
                ?? (self.gaveUp ? "gave up" : "not yet"),
        ]
    }

    static let figureNames = ["attempts", "no events", "recovery"]
}
