package import BuoyTextScreen
import ChannelsEventWords

package struct ComparisonWords {
    private let comparison: ServerComparison
    private let names: [String]

    init(_ comparison: BoardComparison, _ labels: [ServerLabel]) {
        self.init(
            comparison.values,
            names: [comparison.first, comparison.second].map { labels[$0].name })
    }

    package init(_ comparison: ServerComparison, names: [String]) {
        self.comparison = comparison
        self.names = names
    }

    private var tally: ComparisonTally { self.comparison.tally }

    /// As far as there is room: `2 only in staging, 1 differs`, `3 differences`.
    func brief(width: Int) -> SafeText? {
        let count = (self.tally.only + self.tally.late).reduce(self.tally.differing, +)
        let forms = [
            self.differences.joined(separator: ", "), Figures.counted(count, "difference"),
        ]
        return forms.map { SafeText(sanitizing: $0, limit: 400) }.first { $0.width <= width }
    }

    private var differences: [String] {
        var parts: [String] = []
        for (name, count) in zip(self.names, self.tally.only) where count > 0 {
            parts.append("\(Figures.grouped(count)) only in \(name)")
        }
        if self.tally.differing > 0 {
            let verb = self.tally.differing == 1 ? "differs" : "differ"
            parts.append("\(Figures.grouped(self.tally.differing)) \(verb)")
        }
        for (name, count) in zip(self.names, self.tally.late) where count > 0 {
            parts.append("\(Figures.grouped(count)) late in \(name)")
        }
        return parts.isEmpty ? ["no differences"] : parts
    }

    /// `Events: staging 120, prod 118; 2 only in staging`, or, if there is no room for that,
    /// `staging 120 (2 only, 0 late), prod 118 (0 only, 0 late), 0 differ`.
    package func summary(width: Int) -> SafeText {
        let counts = zip(self.names, self.tally.events).map { "\($0) \(Figures.grouped($1))" }
        let whole =
            "Events: \(counts.joined(separator: ", ")); "
            + self.differences.joined(separator: ", ")
        let text = SafeText(sanitizing: whole, limit: 400)
        guard text.width > width else { return text }
        let sides = counts.indices.map { side in
            "\(counts[side]) (\(Figures.grouped(self.tally.only[side])) only, "
                + "\(Figures.grouped(self.tally.late[side])) late)"
        }
        let differing = "\(Figures.grouped(self.tally.differing)) differ"
        return SafeText(
            sanitizing: (sides + [differing]).joined(separator: ", "), limit: 400)
    }

    /// `116 arrived from both, from prod 34ms later (median)`
    package var timing: SafeText {
        var text = "\(Figures.grouped(self.tally.pairs)) arrived from both"
        if let median = self.medianText { text += ", \(median)" }
        if self.tally.uncompared > 0 {
            text += "; \(Figures.grouped(self.tally.uncompared)) not compared"
        }
        return SafeText(sanitizing: text, limit: 400)
    }

    /// For a header without a row for the timing: `prod 34ms later (median)`.
    var slower: SafeText? { self.medianText.map { SafeText(sanitizing: $0, limit: 400) } }

    private var medianText: String? {
        guard let median = self.tally.lags.median else { return nil }
        let slower = self.names[median < .zero ? 0 : 1]
        return "from \(slower) \(Figures.roundTrip(median < .zero ? .zero - median : median)) "
            + "later (median)"
    }

    var symbols: SafeText {
        let window = Figures.preciseDuration(self.comparison.window)
        let late = Figures.preciseDuration(self.comparison.lateness)
        return SafeText(
            ours: "+ only here within \(window)   > here at least \(late) later   # different data")
    }

    var lines: [(name: String, value: String)] {
        var lines: [(name: String, value: String)] = []
        for (name, count) in zip(self.names, self.tally.events) {
            lines.append(("events from \(name)", Figures.grouped(count)))
        }
        lines.append(("arrived from both", Figures.grouped(self.tally.pairs)))
        for (name, count) in zip(self.names, self.tally.only) {
            lines.append(("only in \(name)", Figures.grouped(count)))
        }
        lines.append(("with different data", Figures.grouped(self.tally.differing)))
        for (name, count) in zip(self.names, self.tally.late) {
            lines.append(("late in \(name)", Figures.grouped(count)))
        }
        lines.append(("not compared", Figures.grouped(self.tally.uncompared)))
        if let median = self.medianText { lines.append(("same event", median)) }
        if let range = self.tally.lags.range {
            let ends = [range.lowerBound, range.upperBound].map(Self.signed)
            lines.append(("\(self.names[1]) later by", ends.joined(separator: " to ")))
        }
        return lines
    }

    private static func signed(_ lag: Duration) -> String {
        lag < .zero ? "-" + Figures.roundTrip(.zero - lag) : Figures.roundTrip(lag)
    }
}

extension ServerBoard {
    package func differences(
        _ channels: (_ server: Int) -> [ComparedChannel]
    ) -> [(name: String, value: String)] {
        guard let comparison = self.comparison else { return [] }
        let labels = self.labels
        let names = (labels[comparison.first].name, labels[comparison.second].name)
        return ComparisonWords(comparison, labels).lines
            + ComparedChannel.differences(
                channels(comparison.first), channels(comparison.second), names)
    }
}
