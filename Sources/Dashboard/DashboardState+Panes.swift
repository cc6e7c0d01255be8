import ChannelsProtocol
import DashboardSetup
import EventLog
import ScreenParts
import TextScreen

// What the panes are told: their places, and what they may read of the rest.
extension DashboardState {
    /// What a pane may read of everything else.
    var paneContext: PaneContext {
        PaneContext(
            now: self.now, settings: self.settings, glyphs: self.options.glyphs,
            utcOffsetSeconds: self.options.utcOffsetSeconds, keymap: self.options.keymap,
            connection: self.connection, channels: self.panes.channels,
            eventNameWidth: self.eventNameWidth, search: self.panes.events.search?.needle)
    }

    /// The place of a pane; of several, the one of the selected channel.
    func place(of pane: PaneID) -> PanePlace {
        guard let place = self.layout.place(of: pane) else {
            return PanePlace(size: ScreenSize(columns: 0, rows: 0), index: self.rosterIndex)
        }
        return PanePlace(place)
    }

    /// Rows of a pane on the screen; what a page is while it has none.
    func rows(of pane: PaneID) -> Int { self.place(of: pane).height }

    /// The number of the presence channel whose members are shown.
    var rosterIndex: Int {
        let rosters = self.rosterChannels
        return self.rosterChannel.flatMap { rosters.firstIndex(of: $0) } ?? 0
    }

    /// The presence channel whose members are shown: the selected one, or else the first one.
    var rosterChannel: ChannelName? { self.panes.channels.roster }

    /// All presence channels as they are listed.
    var rosterChannels: [ChannelName] { self.panes.channels.rosters }

    /// Brings the lists into the order of the settings, as far as something changed.
    mutating func arrangeLists() { self.panes.arrange(self.paneContext) }

    // MARK: Drawing

    func draw(
        _ place: DashboardLayout.Place, on canvas: inout Canvas, _ layout: DashboardLayout
    ) {
        self.panes[place.pane]?.draw(
            on: &canvas, self.frame(of: place, layout), self.paneContext)
    }

    /// What can be pressed at the end of a title.
    func titleButton(
        of place: DashboardLayout.Place, _ layout: DashboardLayout
    ) -> PaneButton? {
        self.panes[place.pane]?.titleButton(
            self.frame(of: place, layout), width: place.rect.width, self.paneContext)
    }

    private func frame(
        of place: DashboardLayout.Place, _ layout: DashboardLayout
    ) -> PaneFrame {
        PaneFrame(
            pane: place.pane, now: self.now, utcOffsetSeconds: self.options.utcOffsetSeconds,
            isFocused: self.focus == place.pane && layout.place(of: place.pane) == place,
            hasTitle: place.hasTitle, suffix: layout.suffix(of: place), index: place.index,
            guest: self.guest(of: place.pane, layout))
    }

    /// A pane without a place, which another one names in its title; where only one pane is shown,
    /// the tabs do that.
    private func guest(of pane: PaneID, _ layout: DashboardLayout) -> PaneFrame.Guest? {
        guard layout.rect(of: .channels) != nil else { return nil }
        let guest = PaneTable.profiles.first { $0.namedBy == pane && layout.rect(of: $0.id) == nil }
        return guest.map {
            PaneFrame.Guest(pane: $0.id, count: self.panes[$0.id]?.count(self.paneContext))
        }
    }

    // MARK: Keys and the mouse

    /// Gives a pane the keys, as its digit does.
    mutating func show(_ pane: PaneID) -> [Effect] {
        self.notice = nil
        if pane == .inspector, self.inspector == nil {
            if let reason = self.inspectReason {
                self.show(.info, reason)
                return []
            }
            self.inspectSelection()
        }
        self.enter(pane, self.place(of: pane), isAgain: self.focus == pane)
        return []
    }

    /// Gives a pane the keys at one of its places.
    mutating func enter(_ pane: PaneID, _ place: PanePlace, isAgain: Bool) {
        let roster = self.panes[pane]?.rosterEntered(place, isAgain: isAgain, self.paneContext)
        if let roster, roster != self.rosterChannel { self.panes.channels.select(roster) }
        self.focus(on: pane)
    }

    mutating func move(_ movement: Movement, in pane: PaneID) {
        self.panes.move(movement, in: pane, self.place(of: pane), self.paneContext)
        self.refreshInspector()
    }

    /// Scrolls or folds in the focused pane, or goes to the one beside it.
    mutating func moveSideways(_ step: Int) {
        let place = self.place(of: self.focus)
        if !self.panes.moveSideways(step, in: self.focus, place, self.paneContext) {
            self.cycleFocus(by: step)
        }
    }

    // MARK: What is selected

    /// What is selected in the focused pane.
    var selection: PaneSelection? { self.panes[self.focus]?.selection(self.paneContext) }

    /// The channel that is looked at: that of the selected event, of the members, or the selected one.
    var regardedChannel: ChannelName? {
        self.panes[self.companion]?.regardedChannel(self.paneContext)
            ?? self.panes.channels.selected
    }

    /// Why Enter can inspect nothing; `nil` when it can.
    var inspectReason: String? {
        if let reason = self.panes[self.companion]?.inspectReason(self.paneContext) {
            return reason
        }
        let other = self.inspectedPane
        return other == self.companion
            ? nil : self.panes[other]?.inspectReason(self.paneContext)
    }

    /// The pane whose selection Enter inspects.
    private var inspectedPane: PaneID {
        PaneTable.row(self.companion)?.inspectedPane ?? self.companion
    }

    mutating func inspectSelection() {
        let pane = self.inspectedPane
        // What is read must not move away.
        self.panes.hold(pane, self.place(of: pane))
        if let subject = self.panes[pane]?.selection(self.paneContext)?.inspected {
            self.inspect(subject)
        }
        // Where only one pane is seen, it has to be this one.
        if (self.layout.rect(of: .inspector)?.height ?? 0) < 2 { self.focus(on: .inspector) }
    }
}

extension PanePlace {
    init(_ place: DashboardLayout.Place) {
        let content = place.content
        self.init(
            size: ScreenSize(columns: content.width, rows: content.height), index: place.index,
            hasTitle: place.hasTitle)
    }
}
