import ChannelsProtocol
import DashboardSetup
import Formatting
import OrderedCollections
import ScreenParts
import TextScreen

extension RatesPane: Pane {
    static let profile = PaneProfile(.rates, .lists)

    static let hints: [CommandName] = ["inspect"]

    mutating func arrange(_ context: PaneContext) {
        self.arrange(context.channels, second: context.now.second)
    }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.move(movement, height: place.height)
    }

    mutating func point(at row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.point(at: row, height: place.size.rows)
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        self.draw(on: &canvas, frame, context.channels)
    }

    func contents(_ context: PaneContext) -> PaneContents? {
        let count = context.channels.rows.count
        return PaneContents(rows: max(count + 1, 2), isEmpty: count == 0)
    }

    func selection(_ context: PaneContext) -> PaneSelection? {
        self.selected.flatMap { context.channels.rows[$0] }.map(PaneSelection.channel)
    }

    func regardedChannel(_ context: PaneContext) -> ChannelName? { self.selected }

    func inspectReason(_ context: PaneContext) -> String? {
        self.selected == nil ? "there is no channel to inspect" : nil
    }
}
