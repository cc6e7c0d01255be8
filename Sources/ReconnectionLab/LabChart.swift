import ChannelsProtocol
import FaultScripts
import Formatting
package import TextScreen

/// Draws a report as lines of text.
package struct LabChart {
    private let glyphs: GlyphSet
    private let width: Int

    /// - Parameter width: the width of the terminal, in cells; at least 60 are used.
    package init(_ glyphs: GlyphSet, width: Int) {
        self.glyphs = glyphs
        self.width = max(width, 60)
    }

    /// The lines of a report, without line feeds.
    package func lines(_ report: LabReport) -> [String] {
        let script = report.script
        var lines = ["\(script.name): \(script.words)", ""]
        if !report.timelines.isEmpty { lines += self.lines(report.timelines, script) }
        for herd in report.herds { lines += self.lines(herd, script) + [""] }
        return lines
    }

    // MARK: Timelines

    private static let nameWidth = 18
    private static let figureWidths = [9, 11, 11]

    private func lines(_ timelines: [LabTimeline], _ script: FaultScript) -> [String] {
        let room = self.width - Self.nameWidth - Self.figureWidths.reduce(0, +) - 1
        let heading = Self.figures(["attempts", "no events", "recovery"])
        var lines = [
            Self.padded("", Self.nameWidth) + self.axis(script.duration, cells: room) + heading
        ]
        for timeline in timelines {
            let figures = [
                "\(timeline.attempts.count)", Figures.preciseDuration(timeline.timeWithoutEvents),
                Self.recovery(timeline),
            ]
            lines.append(
                Self.padded(timeline.name, Self.nameWidth)
                    + self.states(timeline, script.duration, cells: room) + Self.figures(figures))
            let attempts = self.attempts(timeline, script.duration, cells: room)
            if !attempts.isEmpty {
                lines.append(String(repeating: " ", count: Self.nameWidth) + attempts)
            }
        }
        return lines + [""] + self.legend
    }

    private static func recovery(_ timeline: LabTimeline) -> String {
        timeline.recovery.map { Figures.preciseDuration($0) }
            ?? (timeline.gaveUp ? "gave up" : "not yet")
    }

    private var legend: [String] {
        let strip = self.glyphs.strip
        let states =
            "\(strip.connected) connected  \(strip.connecting) connecting  "
            + "\(self.glyphs.track) unavailable"
        let rest = "\(strip.failed) gave up  | an attempt"
        let line = "\(states)  \(rest)"
        return line.count <= self.width ? [line] : [states, rest]
    }

    private static func figures(_ texts: [String]) -> String {
        " " + zip(texts, self.figureWidths).map { self.padded($0, -$1) }.joined()
    }

    /// A text in a column; at its right end if the width is negative.
    private static func padded(_ text: String, _ width: Int) -> String {
        let space = String(repeating: " ", count: max(abs(width) - text.count, 0))
        return width < 0 ? space + text : text + space
    }

    /// The times under which the cells stand.
    private func axis(_ duration: Duration, cells: Int) -> String {
        var axis = ""
        for cell in stride(from: 0, to: cells, by: 10) {
            let time = Figures.duration(duration / cells * cell)
            if cell + time.count <= cells { axis += Self.padded(time, 10) }
        }
        return Self.padded(String(axis.prefix(cells)), cells)
    }

    /// One glyph for each piece of time: the worst state in it, so that no loss disappears.
    private func states(_ timeline: LabTimeline, _ duration: Duration, cells: Int) -> String {
        var text = ""
        for cell in 0..<cells {
            let (start, end) = (duration / cells * cell, duration / cells * (cell + 1))
            let states = timeline.spans.filter { $0.start < end && $0.end > start }.map(\.state)
            text.unicodeScalars.append(self.glyph(states))
        }
        return text
    }

    private func glyph(_ states: [ConnectionState]) -> Unicode.Scalar {
        let strip = self.glyphs.strip
        let order: [(ConnectionState, Unicode.Scalar)] = [
            (.failed, strip.failed), (.disconnected, strip.disconnected),
            (.unavailable, self.glyphs.track), (.connecting, strip.connecting),
            (.connected, strip.connected),
        ]
        return order.first { states.contains($0.0) }?.1 ?? " "
    }

    /// Where attempts began: a bar, or how many; empty if there are none.
    private func attempts(_ timeline: LabTimeline, _ duration: Duration, cells: Int) -> String {
        guard !timeline.attempts.isEmpty, duration > .zero else { return "" }
        var counts = [Int](repeating: 0, count: cells)
        for attempt in timeline.attempts {
            counts[min(Int(attempt / duration * Double(cells)), cells - 1)] += 1
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

    // MARK: Herds

    private static let graphHeight = 8
    private static let scaleWidth = 8

    private func lines(_ herd: LabHerd, _ script: FaultScript) -> [String] {
        let cells = self.width - Self.scaleWidth
        let total = Figures.grouped(herd.totalAttempts)
        let peak = Figures.grouped(herd.peak)
        var lines = [herd.heading, "  attempts: \(total), at most \(peak) in a second"]
        lines += self.graph(herd.attempts, cells: cells)
        lines.append(
            String(repeating: " ", count: Self.scaleWidth)
                + self.axis(script.duration, cells: cells))
        return lines + Self.outcome(herd)
    }

    /// When the clients were connected for good, and how many never will be.
    private static func outcome(_ herd: LabHerd) -> [String] {
        let shares = herd.shares.map { share in
            let second = share.second.map { "at \(Figures.duration(.seconds($0)))" } ?? "not yet"
            return "\(share.name) \(second)"
        }
        let connected = "  connected: \(shares.joined(separator: ", "))"
        return herd.gaveUp > 0
            ? [connected, "  \(Figures.grouped(herd.gaveUp)) gave up"] : [connected]
    }

    /// Bars of the most attempts of a second in each piece of time.
    private func graph(_ values: [Int], cells: Int) -> [String] {
        let bars = Self.bars(values, cells: cells)
        let levels = self.glyphs.levels
        let most = max(bars.max() ?? 0, 1)
        let units = Self.graphHeight * levels.count
        return (0..<Self.graphHeight).reversed().map { row in
            let label = row == Self.graphHeight - 1 ? Figures.count(most) : row == 0 ? "0" : ""
            var line = Self.padded(label, -(Self.scaleWidth - 1)) + " "
            for bar in bars {
                // Something is never drawn as nothing.
                let filled = bar == 0 ? 0 : max(bar * units / most, 1)
                let level = min(filled - row * levels.count, levels.count)
                line.unicodeScalars.append(level > 0 ? levels[level - 1] : " ")
            }
            return line
        }
    }

    /// The largest value in each piece; pieces are no smaller than a second.
    private static func bars(_ values: [Int], cells: Int) -> [Int] {
        let count = min(max(cells, 1), max(values.count, 1))
        var bars = [Int](repeating: 0, count: count)
        for (second, value) in values.enumerated() {
            let bar = second * count / values.count
            bars[bar] = max(bars[bar], value)
        }
        // A short script is stretched over the cells, so that the axis fits.
        return (0..<max(cells, 1)).map { bars[$0 * count / max(cells, 1)] }
    }
}
