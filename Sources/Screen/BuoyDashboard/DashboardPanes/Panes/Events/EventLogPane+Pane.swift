package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol

extension EventLogPane: ServicePane, ResumablePane, FollowingPane, SidewaysPane, ButtonPane {
    package static let profile: PaneProfile = {
        var profile = PaneProfile(.events, .reading)
        profile.weight = 3
        return profile
    }()

    package static let hints: [CommandName] = [
        "pause", "filter", "view-mode", "search", "inspect", "mark", "only-channel",
    ]

    package mutating func arrange(_ context: PaneContext) {
        self.noteNames(at: context.now.second)
        self.arrangeTable(at: context.now)
    }

    package mutating func handle(_ report: ServiceReport, _ context: PaneContext) {
        switch report {
        case .marks(let numbers): self.mark(reports: numbers)
        case .recording(let report): self.handle(report)
        default: break
        }
    }

    package static let asks = PaneRequests.afterReports

    package mutating func requests(_ context: PaneContext, isShown: Bool) -> [Effect] {
        self.takeQuestion()
    }

    package mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        guard self.table == nil else {
            return self.moveInTable(movement, height: place.height)
        }
        self.move(movement, height: place.height)
    }

    package mutating func moveSideways(_ step: Int, _ place: PanePlace, _ context: PaneContext)
        -> Bool
    {
        self.scroll(columns: step * 8)
        return true
    }

    package mutating func scroll(rows: Int, _ place: PanePlace, _ context: PaneContext) {
        guard self.table == nil else {
            return self.moveInTable(.rows(rows), height: place.height)
        }
        self.scroll(rows: rows, height: place.size.rows)
    }

    package mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.table == nil
            ? self.click(row: row, size: place.size, context)
            : self.clickInTable(line: row, height: place.height)
    }

    package mutating func hold(_ place: PanePlace) {
        if self.table == nil { self.hold(height: place.height) }
    }

    package func titleButton(
        _ frame: PaneFrame, width: Int, _ context: PaneContext
    ) -> PaneButton? {
        guard self.table == nil else { return nil }
        return self.titleEnd(width: width, context.glyphs, context.times).map {
            PaneButton(columns: $0, target: .command("pause"))
        }
    }

    package func selection(_ context: PaneContext) -> PaneSelection? {
        guard self.table == nil else { return self.tableEvent.map(PaneSelection.event) }
        guard let event = self.selectedEvent else { return nil }
        if let group = self.selectedGroup,
            let record = context.connection.gaps[lossNoticed: group.start]
        {
            return .note(context.note(of: record))
        }
        guard case .gap(let gap) = event.kind, let record = context.connection.gaps[gap] else {
            return .event(event)
        }
        return .note(context.note(of: record))
    }

    /// While it follows, the newest row would change the inspector with every event.
    package func followed(_ context: PaneContext) -> PaneSelection? {
        self.isHeld || self.table != nil ? self.selection(context) : nil
    }

    package func currentChannel(_ context: PaneContext) -> ChannelName? {
        if let table = self.table { return table.selected?.key.channel }
        guard self.isHeld, self.selectedGroup == nil else { return nil }
        return self.selectedEvent?.words.channel
    }

    package func inspectReason(_ context: PaneContext) -> String? {
        self.count == 0 ? "no event to inspect" : nil
    }
}
