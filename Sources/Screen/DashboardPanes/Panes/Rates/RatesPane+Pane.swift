package import ChannelsProtocol
package import DashboardParts
import EventWords
import OrderedCollections
package import TextScreen

extension RatesPane: Pane {
    package static let profile = PaneProfile(.rates, .lists)

    package static let hints: [CommandName] = ["inspect"]

    package mutating func arrange(_ context: PaneContext) {
        self.arrange(context.channels, second: context.now.second)
    }

    package mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.move(movement, height: place.height)
    }

    package mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.click(row: row, height: place.size.rows)
    }

    package func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        self.draw(
            on: &canvas, frame, context.channels,
            advice: context.advising(["Press s to subscribe."]))
    }

    package func contents(_ context: PaneContext) -> PaneContents? {
        let count = context.channels.rows.count
        return PaneContents(rows: max(count + 1, 2), isEmpty: count == 0)
    }

    package func selection(_ context: PaneContext) -> PaneSelection? {
        self.selected.flatMap { context.channels.rows[$0] }.map(PaneSelection.channel)
    }

    package func currentChannel(_ context: PaneContext) -> ChannelName? { self.selected }

    package func inspectReason(_ context: PaneContext) -> String? {
        self.selected == nil ? "there is no channel to inspect" : nil
    }
}
