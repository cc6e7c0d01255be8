import BuoyDashboard
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

extension OccupiedPane: ServicePane, WaitingPane, ListPane, OrderedPane, SearchablePane,
    AnsweringPane, ChannelNamingPane, RoutinePane, BoxPane, FindingPane
{
    static let profile = PaneProfile(.occupied, .lists)

    static let hints: [CommandName] = [
        "subscribe-occupied", "unsubscribe", "watch", "publish",
    ]

    static let orders = OccupiedOrder.allCases.map(\.rawValue)

    mutating func received(_ index: Int, of batch: ReportBatch) {
        guard case .received(let event) = batch.events[index].kind else { return }
        self.received(event, at: batch.events[index].time)
    }

    mutating func arrange(_ context: PaneContext) {
        self.arrange(by: context.settings.occupiedOrder)
    }

    static func changeOrder(_ settings: inout DashboardSettings, to word: String?) -> String {
        settings.occupiedOrder.change(to: word)
        return "occupied channels \(settings.occupiedOrder.words)"
    }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.move(movement, height: place.height)
    }

    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.click(row: row, height: place.size.rows)
    }

    /// Channels come and go: the number of rows changes only with every fourth.
    func contents(_ context: PaneContext) -> PaneContents {
        let count = self.cursor.order.count
        return PaneContents(rows: count == 0 ? 3 : (count + 5) / 4 * 4, isEmpty: count == 0)
    }

    func count(_ context: PaneContext) -> Int? {
        self.app.flatMap { $0.channels.listedAt == nil ? nil : $0.channels.count }
    }

    func selection(_ context: PaneContext) -> PaneSelection? {
        self.selected.map { name in
            context.channels.rows[name].map(PaneSelection.channel) ?? .namedChannel(name)
        }
    }

    var listsChannels: Bool { self.app != nil }

    func currentChannel(_ context: PaneContext) -> ChannelName? { self.selected }

    func inspectReason(_ context: PaneContext) -> String? {
        guard let selected = self.selected else { return "no channel to inspect" }
        return context.channels.rows[selected] == nil
            ? "not subscribed to \(selected.text); press Enter to subscribe" : nil
    }

    func orderReason() -> String? {
        self.cursor.order.isEmpty ? "nothing to sort" : nil
    }

    func answer(_ command: CommandName, _ context: PaneContext) -> PaneAnswer? {
        guard command == "unsubscribe" else { return nil }
        guard let selected = self.selected else { return .refusal("no channel is selected") }
        guard let row = context.channels.rows[selected] else {
            return .refusal("not subscribed to \(selected.text); press Enter to subscribe")
        }
        return row.unsubscribeReason.map { .refusal($0) }
            ?? .effects([.client(.unsubscribe(selected))])
    }
}
