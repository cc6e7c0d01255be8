package import BuoyDashboard
import BuoyDashboardRuntime
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

package enum Charts: DashboardFeature, TimedFeature {
    package static func panes(_ facts: FeatureFacts) -> [any Pane] { [ChartPane()] }

    package static let commands: [Command] = [.chart, .sequence]

    package static func timePassed(_ state: inout DashboardState) -> [Effect] {
        if let chart = state[ChartPane.self]?.unread { state.show(chart) }
        return []
    }
}

extension PaneID {
    static let chart = PaneID(
        7, "Charts", summary: "A data value, rate, size or round trip over time.")
}

extension Command {
    static let chart: Command = .init(
        "chart", .events, keys: [], title: "Chart over time",
        summary: "Plots a data value, rate, size or rtt over time, for the given channels and "
            + "events or for the selection.",
        argument: .words(
            "WHAT NAMES", asks: "data.price, rate, size or rtt; then channels or events",
            names: { $0.chartWords(after: $1) },
            perform: { try $0.openChart($1) }),
        needs: .oneServer, synonyms: ["graph", "plot", "sparkline"],
        change: { $0.open(.argument(.chart)) })
}

extension Command {
    static let sequence: Command = .init(
        "sequence", .events, keys: [], title: "Count lost events",
        summary:
            "Counts lost, repeated and out-of-order events by a sequence number in their data, for "
            + "the given channels and events or for the selection.",
        argument: .words(
            "PATH NAMES", asks: "the path of a sequence number, such as data.n",
            names: { $0.chartWords(after: $1) },
            perform: { try $0.openSequence($1) }),
        needs: .oneServer, synonyms: ["lost", "missing", "duplicates", "order"],
        change: { $0.open(.argument(.sequence)) })
}

extension DashboardState {
    fileprivate mutating func openChart(_ text: String) throws(PromptRefusal) -> [Effect] {
        let words = text.split(separator: " ").map(String.init)
        return self.open(try ChartSource(words.first ?? ""), words.dropFirst())
    }

    fileprivate mutating func openSequence(_ text: String) throws(PromptRefusal) -> [Effect] {
        let words = text.split(separator: " ").map(String.init)
        return self.open(try ChartSource(sequence: words.first ?? ""), words.dropFirst())
    }

    /// - Parameter words: names of channels and events; without any, what is selected.
    private mutating func open(_ source: ChartSource, _ words: ArraySlice<String>) -> [Effect] {
        let channels = self.paneContext.channels
        let names = words.map { ChannelName(wire: $0) }
        let known = names.filter { channels.rows[$0] != nil || channels.known.contains($0) }
        var filter = ChartFilter(
            channels: Set(known),
            events: Set(names.filter { !known.contains($0) }.map { EventName($0.text) }))
        if names.isEmpty { filter = self.selectedForChart }
        self.show(Chart(source, filter))
        return self.show(.chart)
    }

    fileprivate mutating func show(_ chart: Chart) {
        var chart = chart
        let ring = self.keptEvents
        for sequence in max(ring.next - Chart.readLimit, ring.first)..<ring.next {
            if let event = ring[sequence] { chart.handle(event) }
        }
        self[ChartPane.self]?.show(chart)
    }

    private var selectedForChart: ChartFilter {
        let channels = self.paneContext.channels
        if !channels.marked.isEmpty { return ChartFilter(channels: channels.marked) }
        if self.focus == .channels, let channel = channels.selected {
            return ChartFilter(channels: [channel])
        }
        guard let event = self.heldEvent?.channelEvent else { return ChartFilter() }
        return ChartFilter(events: [event.name])
    }

    fileprivate func chartWords(after words: [String]) -> [String] {
        let names = self.paneContext.channels.rows.keys.map(\.text) + self.eventNames.map(\.text)
        guard words.isEmpty else { return names.filter { !words.contains($0) } }
        let ring = self.keptEvents
        var paths: [String] = []
        for sequence in max(ring.next - 100, ring.first)..<ring.next {
            guard let data = ring[sequence]?.channelEvent?.data, data.byteCount < 10_000,
                let json = data.json
            else { continue }
            for path in DataPath.paths(in: json)
            where !paths.contains(path.text) && data.number(at: path) != nil {
                paths.append(path.text)
            }
        }
        return paths.sorted() + ChartSource.words
    }
}

extension ClientReport {
    var channelEvent: ChannelsEvent? {
        if case .received(let event) = self.kind { event } else { nil }
    }
}
