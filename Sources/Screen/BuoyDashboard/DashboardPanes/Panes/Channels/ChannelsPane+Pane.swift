package import BuoyTextScreen
import ChannelsEventWords
import OrderedCollections

extension ChannelsPane: ListPane, OrderedPane, SearchablePane, SidewaysPane {
    package static let profile = PaneProfile(.channels, .lists)

    package static let hints: [CommandName] = [
        "resubscribe", "subscribe", "unsubscribe", "bind", "inspect", "only-channel", "trigger",
    ]

    package mutating func arrange(_ context: PaneContext) {
        self.arrange(
            by: context.settings.channelOrder, second: context.now.second,
            mostFlat: max(context.screenRows / 3, 6))
    }

    package static let search = PaneSearch(
        historyName: "channels", placeholder: "text in channel names; empty shows all",
        isFilter: true)

    package var searchText: String? { self.needle?.text }

    package mutating func narrow(to text: String) -> PaneSearch.Miss? {
        self.setSearch(text)
        guard !text.isEmpty, self.cursor.order.isEmpty else { return nil }
        return .notYet("no channel name contains \"\(text)\"")
    }

    package mutating func moveSideways(_ step: Int, _ place: PanePlace, _ context: PaneContext)
        -> Bool
    {
        self.fold(step)
    }

    package static let orders = ChannelOrder.allCases.map(\.rawValue)

    package static func changeOrder(_ settings: inout DashboardSettings, to word: String?) -> String
    {
        settings.channelOrder.change(to: word)
        return "channels \(settings.channelOrder.words)"
    }

    package mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.move(movement, height: place.height)
    }

    package mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.click(row: row, height: place.size.rows)
    }

    package func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        self.draw(
            on: &canvas, frame,
            .init(
                state: context.connection.state,
                advice: context.advising(["Press s to subscribe."])))
    }

    package func contents(_ context: PaneContext) -> PaneContents {
        PaneContents(
            rows: max(self.cursor.order.count, 2),
            columns: self.nameWidth + 24,
            isEmpty: self.rows.isEmpty)
    }

    package func count(_ context: PaneContext) -> Int? { self.rows.count }

    package func selection(_ context: PaneContext) -> PaneSelection? {
        self.selectedRow.map(PaneSelection.channel)
    }

    package func inspectReason(_ context: PaneContext) -> String? {
        self.cursor.selected == nil ? "no channel to inspect" : nil
    }

    package func orderReason() -> String? {
        self.rows.isEmpty ? "nothing to sort" : nil
    }
}

extension CaseIterable where Self: RawRepresentable & Equatable, RawValue == String {
    package mutating func change(to word: String?) {
        if let word {
            self = Self(rawValue: word) ?? self
            return
        }
        let cases = Array(Self.allCases)
        let index = cases.firstIndex(of: self) ?? 0
        self = cases[(index + 1) % cases.count]
    }
}
