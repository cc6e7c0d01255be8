import BuoyScripts
package import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

package struct LabChart {
    private let glyphs: GlyphSet
    private let width: Int

    /// - Parameter width: at least 60 cells are used.
    package init(_ glyphs: GlyphSet, width: Int) {
        self.glyphs = glyphs
        self.width = max(width, 60)
    }

    /// - Parameter hasGraphs: a graph for each herd, rather than one table; with a capacity there
    ///   is a table in any case.
    package func lines(_ report: LabReport, hasGraphs: Bool = true) -> [String] {
        self.head(report, hasGraphs: hasGraphs)
            + self.rows(report.herds, report, hasGraphs: hasGraphs)
            + self.tail(report, hasGraphs: hasGraphs)
    }

    /// The lines before the first herd. A table needs one herd, for the number of clients.
    func head(_ report: LabReport, hasGraphs: Bool) -> [String] {
        let script = report.script
        var lines = self.wrapped("\(script.name): \(script.words)") + [""]
        if !report.timelines.isEmpty { lines += self.lines(report.timelines, script) }
        if let note = report.silenceNote { lines += self.wrapped(note) }
        if !hasGraphs { lines += self.tableHead(report) }
        return lines.map(Self.withoutTrailingSpaces)
    }

    func rows(_ herds: [LabHerd], _ report: LabReport, hasGraphs: Bool) -> [String] {
        let table = LabTable(report, width: self.width)
        let lines = herds.flatMap {
            hasGraphs ? self.lines($0, report.script) + [""] : [table.row($0)]
        }
        return lines.map(Self.withoutTrailingSpaces)
    }

    func tail(_ report: LabReport, hasGraphs: Bool) -> [String] {
        let hasTable = !hasGraphs || report.herds.contains { $0.load != nil }
        guard hasTable else { return [] }
        let table =
            hasGraphs
            ? self.tableHead(report) + self.rows(report.herds, report, hasGraphs: false) : []
        return table + [""] + self.wrapped(LabTable(report, width: self.width).legend) + [""]
            + self.wrapped(report.conclusions.joined(separator: " "))
    }

    /// A row for each number of clients.
    func growth(_ report: LabReport) -> [String] {
        let table = LabTable(report, width: self.width)
        let lines =
            self.wrapped("\(report.script.words)\(table.capacityWords)") + ["", table.titles]
            + report.herds.map { table.row($0, name: Figures.counted($0.clients, "client")) }
            + [""] + self.wrapped(table.legend)
        return lines.map(Self.withoutTrailingSpaces)
    }

    private func tableHead(_ report: LabReport) -> [String] {
        let table = LabTable(report, width: self.width)
        return self.wrapped(table.heading) + ["", table.titles]
    }

    func wrapped(_ text: String) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= self.width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append("  \(word)")
            }
        }
        return lines
    }

    private static func withoutTrailingSpaces(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }

    // MARK: Timelines

    private static let nameWidth = 18
    private static let longestName = 44
    private static let figureWidths = [9, 11, 11]
    private static let leastCells = 10

    private func lines(_ timelines: [LabTimeline], _ script: FaultScript) -> [String] {
        let longest = timelines.map { $0.title.count + 2 }.max() ?? 0
        let figureWidth = Self.figureWidths.reduce(0, +) + 1
        let nameWidth = max(
            Self.nameWidth,
            min(longest, Self.longestName, self.width - figureWidth - Self.leastCells))
        let room = self.width - nameWidth - figureWidth
        let scale = LabScale(timelines, of: script, cells: room)
        let heading = Self.figures(LabTimeline.figureNames)
        var lines = ["".padded(to: nameWidth) + scale.axis + heading]
        for timeline in timelines {
            lines.append(
                String(timeline.title.prefix(nameWidth - 2)).padded(to: nameWidth)
                    + self.states(timeline, scale) + Self.figures(timeline.figures))
            let attempts = scale.attempts(of: timeline)
            if !attempts.isEmpty {
                lines.append("".padded(to: nameWidth) + attempts)
            }
        }
        return lines + [""] + self.legend
    }

    var legend: [String] {
        let states =
            "\(self.glyphs.lab(.connected)) connected  \(self.glyphs.lab(.connecting)) connecting  "
            + "\(self.glyphs.lab(.unavailable)) unavailable"
        let rest =
            "\(self.glyphs.lab(.failed)) gave up  | an attempt  2 to 9, + several  "
            + LabProfile.explanation
        let line = "\(states)  \(rest)"
        return line.count <= self.width ? [line] : [states, rest]
    }

    private static func figures(_ texts: [String]) -> String {
        " " + zip(texts, self.figureWidths).map { $0.paddedAtStart(to: $1) }.joined()
    }

    private func states(_ timeline: LabTimeline, _ scale: LabScale) -> String {
        var text = ""
        for state in scale.states(of: timeline) {
            text.unicodeScalars.append(state.map { self.glyphs.lab($0) } ?? " ")
        }
        return text
    }

    // MARK: Herds

    static let graphHeight = 8
    private static let scaleWidth = 8

    func lines(
        _ herd: LabHerd, _ script: FaultScript, graphHeight: Int = Self.graphHeight
    ) -> [String] {
        let graphHeight = max(graphHeight, 1)
        let cells = self.width - Self.scaleWidth
        let total = Figures.grouped(herd.totalAttempts)
        let peak = Figures.grouped(herd.peak)
        var lines = [herd.heading, "  attempts: \(total), at most \(peak) per second"]
        lines += self.graph(herd.attempts, cells: cells, height: graphHeight)
        lines.append(
            String(repeating: " ", count: Self.scaleWidth)
                + LabScale(script.duration, cells: cells).axis)
        return lines + Self.outcome(herd)
    }

    private static func outcome(_ herd: LabHerd) -> [String] {
        let shares = herd.shares.map { share in
            let second = share.second.map { "at \(Figures.duration(.seconds($0)))" } ?? "not yet"
            return "\(share.name) \(second)"
        }
        var lines = ["  connected: \(shares.joined(separator: ", "))"]
        if let words = herd.loadWords { lines.append("  \(words)") }
        if herd.gaveUp > 0 { lines.append("  \(Figures.grouped(herd.gaveUp)) gave up") }
        return lines
    }

    private func graph(_ values: [Int], cells: Int, height: Int) -> [String] {
        let bars = Self.bars(values, cells: cells)
        let levels = self.glyphs.levels
        let most = max(bars.max() ?? 0, 1)
        let units = height * levels.count
        return (0..<height).reversed().map { row in
            let label = row == height - 1 ? Figures.count(most) : row == 0 ? "0" : ""
            var line = label.paddedAtStart(to: Self.scaleWidth - 1) + " "
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

extension GlyphSet {
    func lab(_ state: ConnectionState) -> Unicode.Scalar {
        switch state {
        case .failed: self.strip.failed
        case .disconnected, .initialized: self.strip.disconnected
        case .unavailable: self.track
        case .connecting: self.strip.connecting
        case .connected: self.strip.connected
        }
    }
}
