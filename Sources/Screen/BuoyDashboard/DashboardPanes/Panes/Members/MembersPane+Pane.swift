package import BuoyTextScreen
package import ChannelsProtocol

extension MembersPane: ListPane, OrderedPane, ButtonPane, RosterPane {
    package static let profile: PaneProfile = {
        var profile = PaneProfile(.members, .lists)
        profile.repeatsPerRoster = true
        return profile
    }()

    package static let hints: [CommandName] = ["inspect", "search", "trigger", "subscribe"]

    package mutating func arrange(_ context: PaneContext) {
        self.arrange(by: context.settings.memberOrder, at: context.now)
    }

    package static let orders = MemberOrder.allCases.map(\.rawValue)

    package static func changeOrder(_ settings: inout DashboardSettings, to word: String?) -> String
    {
        settings.memberOrder.change(to: word)
        return "members \(settings.memberOrder.words)"
    }

    package mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.move(movement, in: context.roster(at: place.index), height: place.height)
    }

    package mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.click(row: row, in: context.roster(at: place.index), height: place.size.rows)
    }

    package func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        let channel = context.roster(at: frame.index)
        self.draw(
            on: &canvas, frame, channel: channel, staleSince: context.staleSince(of: channel),
            right: frame.guest?.label ?? StyledLine(),
            advice: context.advising(["Press s to subscribe,", "e.g. to presence-lobby."]),
            context.channels.colors)
    }

    package func titleButton(
        _ frame: PaneFrame, width: Int, _ context: PaneContext
    ) -> PaneButton? {
        guard let guest = frame.guest,
            let columns = Canvas.titleEnd(of: guest.label, needed: 11, width: width)
        else { return nil }
        return PaneButton(columns: columns, target: .pane(guest.pane))
    }

    /// The number of rows changes only with every fourth member, so that the panes below do not
    /// jump.
    package func contents(_ context: PaneContext) -> PaneContents {
        let counts = context.channels.rosters.map { self.rosters[$0]?.count ?? 0 }
        guard let highest = counts.max() else { return PaneContents(rows: 3, isEmpty: true) }
        return PaneContents(rows: max((highest + 4) / 4 * 4, 4))
    }

    package func count(_ context: PaneContext) -> Int? {
        context.channels.roster.flatMap { self.rosters[$0]?.count } ?? 0
    }

    package func selection(_ context: PaneContext) -> PaneSelection? {
        context.channels.roster.flatMap { channel in
            self.selectedMember(in: channel).map { .member(channel, $0) }
        }
    }

    package func currentChannel(_ context: PaneContext) -> ChannelName? { context.channels.roster }

    package func inspectReason(_ context: PaneContext) -> String? {
        self.selection(context) == nil ? "no member to inspect" : nil
    }

    package func orderReason() -> String? {
        self.rosters.isEmpty ? "nothing to sort" : nil
    }

    /// Entered again, it shows the members of the next presence channel.
    package func rosterEntered(
        _ place: PanePlace, isAgain: Bool, _ context: PaneContext
    ) -> ChannelName? {
        isAgain ? context.channels.nextRoster : context.roster(at: place.index)
    }
}
