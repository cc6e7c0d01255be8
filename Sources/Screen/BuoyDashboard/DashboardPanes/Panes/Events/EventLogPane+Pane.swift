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
        "pause", "filter", "search", "inspect", "mark", "only-channel",
    ]

    package mutating func arrange(_ context: PaneContext) {
        self.noteNames(at: context.now.second)
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
        self.move(movement, height: place.height)
    }

    package mutating func moveSideways(_ step: Int, _ place: PanePlace, _ context: PaneContext)
        -> Bool
    {
        self.scroll(columns: step * 8)
        return true
    }

    package mutating func scroll(rows: Int, _ place: PanePlace, _ context: PaneContext) {
        self.scroll(rows: rows, height: place.size.rows)
    }

    package mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.click(row: row, size: place.size, context)
    }

    package mutating func hold(_ place: PanePlace) { self.hold(height: place.height) }

    package func titleButton(
        _ frame: PaneFrame, width: Int, _ context: PaneContext
    ) -> PaneButton? {
        self.titleEnd(width: width, context.glyphs, context.times).map {
            PaneButton(columns: $0, target: .command("pause"))
        }
    }

    package func selection(_ context: PaneContext) -> PaneSelection? {
        guard let event = self.selectedEvent else { return nil }
        guard case .gap(let gap) = event.kind, let record = context.connection.gaps[gap] else {
            return .event(event)
        }
        return .note(context.note(of: record))
    }

    /// While it follows, the newest row would change the inspector with every event.
    package func followed(_ context: PaneContext) -> PaneSelection? {
        self.isHeld ? self.selection(context) : nil
    }

    package func currentChannel(_ context: PaneContext) -> ChannelName? {
        guard self.isHeld else { return nil }
        return self.selectedEvent?.words.channel
    }

    package func inspectReason(_ context: PaneContext) -> String? {
        self.count == 0 ? "no event to inspect" : nil
    }
}
