package import ChannelsProtocol
package import DashboardSetup
import OrderedCollections
import PresenceStage
package import ScreenParts
package import TextScreen

/// A presence channel for an audience: large, calm, and alone on the screen.
package struct StagePane: Hashable, Sendable {
    private var stage = PresenceStage()

    /// An empty stage.
    package init() {}

    /// Whether something is shown that will be over in a moment.
    package var isMoving: Bool { self.stage.isMoving }
}

extension StagePane: Pane {
    package static let profile = PaneProfile(.stage, .alone)

    package static let hints: [CommandName] = ["say", "show-stage", "cancel"]

    package mutating func handle(_ event: ClientEvent) { self.stage.handle(event) }

    package mutating func received(_ index: Int, of batch: ReportBatch) {
        self.stage.received(batch.events[index])
    }

    package mutating func arrange(_ context: PaneContext) { self.stage.forget(at: context.now) }

    package mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {}

    package mutating func point(at row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        nil
    }

    package func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        let channel = context.channels.roster
        let name = SafeText(sanitizing: channel?.text ?? "", limit: 400)
        let content = canvas.drawTitle(frame, facts: StyledLine(name, .muted))
        canvas.draw(in: content) { canvas in
            guard let channel, let roster = context.members.rosters[channel] else {
                canvas.drawEmpty(
                    [
                        "No presence channel with members yet.",
                        "Press s to subscribe, e.g. to presence-lobby.",
                    ], in: canvas.bounds)
                return
            }
            let members = roster.cursor.order.compactMap { roster.rows[$0] }.map { row in
                StageMember(
                    id: row.member.id, name: row.name, isMe: row.member.id == roster.me,
                    since: row.since, leftAt: row.leftAt)
            }
            self.stage.draw(
                on: &canvas,
                PresenceStage.Scene(
                    channel: channel, members: members, now: context.now,
                    isStale: context.staleSince != nil))
        }
    }

    package func selection(_ context: PaneContext) -> PaneSelection? { nil }

    package func inspectReason(_ context: PaneContext) -> String? {
        "there is nothing to inspect on the stage; Esc leaves it"
    }

    package func regardedChannel(_ context: PaneContext) -> ChannelName? { context.channels.roster }

    /// Pressed again, the next presence channel is on the stage.
    package func rosterEntered(
        _ place: PanePlace, isAgain: Bool, _ context: PaneContext
    ) -> ChannelName? {
        isAgain ? context.channels.nextRoster : nil
    }
}
