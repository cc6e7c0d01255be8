import ChannelsProtocol
import DashboardSetup
import EventWords
import ScreenParts
import TextScreen

extension EventLogPane: Pane {
    static let profile: PaneProfile = {
        var profile = PaneProfile(.events, .reading)
        profile.weight = 3
        return profile
    }()

    static let hints: [CommandName] = [
        "pause", "filter", "search", "inspect", "mark", "only-channel",
    ]

    mutating func arrange(_ context: PaneContext) {
        self.measure(
            NameWidths(channel: context.channels.nameWidth, event: context.eventNameWidth))
    }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.move(movement, height: place.height)
    }

    mutating func moveSideways(_ step: Int, _ place: PanePlace, _ context: PaneContext) -> Bool {
        self.scroll(columns: step * 8)
        return true
    }

    mutating func scroll(rows: Int, _ place: PanePlace, _ context: PaneContext) {
        self.scroll(rows: rows, height: place.size.rows)
    }

    mutating func point(at row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.point(at: row, size: place.size, context.times)
    }

    mutating func hold(_ place: PanePlace) { self.hold(height: place.height) }

    func titleButton(
        _ frame: PaneFrame, width: Int, _ context: PaneContext
    ) -> PaneButton? {
        self.titleEnd(width: width, context.glyphs, context.times).map {
            PaneButton(columns: $0, target: .command("pause"))
        }
    }

    func selection(_ context: PaneContext) -> PaneSelection? {
        self.selectedEvent.map(PaneSelection.event)
    }

    /// While it follows, the newest row would change the inspector with every event.
    func followed(_ context: PaneContext) -> PaneSelection? {
        self.isHeld ? self.selection(context) : nil
    }

    func regardedChannel(_ context: PaneContext) -> ChannelName? {
        guard self.isHeld else { return nil }
        return self.selectedEvent?.words.channel
    }

    func inspectReason(_ context: PaneContext) -> String? {
        self.count == 0 ? "there is no event to inspect" : nil
    }
}
