package import BuoyDashboard
import BuoyDashboardRuntime
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

package enum Charts: DashboardFeature, TimedFeature {
    package static func panes(_ facts: FeatureFacts) -> [any Pane] { [ChartPane()] }

    package static let commands: [Command] = [.chart, .chartField, .sequence]

    package static func timePassed(_ state: inout DashboardState) -> [Effect] {
        guard let pane = state[ChartPane.self] else { return [] }
        if let chart = pane.unread { state.show(chart) }
        if state.focus == .chart, pane.needsFields(at: state.now) {
            let fields = ChartField.all(in: state.keptEvents, state.paneContext)
            let now = state.now
            state[ChartPane.self]?.show(fields, at: now)
        }
        return []
    }
}

extension PaneID {
    static let chart = PaneID(
        7, "Charts", summary: "Numbers in events, and rate, size or round trip over time.")
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
    static let chartField: Command = .init(
        "chart-field", .events, keys: [.in(.chart, .enter)], title: "Chart this field",
        hint: .init { $0[ChartPane.self]?.listsFields == true ? "chart" : "other fields" },
        summary: "Plots the selected field over time; in a chart, lists the fields again.",
        needs: .oneServer,
        perform: { $0.chartSelectedField() })
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

    fileprivate mutating func chartSelectedField() -> [Effect] {
        guard let pane = self[ChartPane.self], pane.listsFields else {
            self[ChartPane.self]?.listFields()
            return []
        }
        guard let source = pane.selectedField.flatMap({ try? ChartSource($0) }) else { return [] }
        return self.open(source, [])
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
        return ChartField.all(in: self.keptEvents, self.paneContext).map(\.word)
    }
}

extension ClientReport {
    var channelEvent: ChannelsEvent? {
        if case .received(let event) = self.kind { event } else { nil }
    }
}
