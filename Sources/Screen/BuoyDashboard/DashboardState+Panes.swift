import BuoyTextScreen
package import ChannelsProtocol

// The panes: their places, and the state that they may read.
extension DashboardState {
    /// What the dashboard is put together from.
    var catalog: Catalog { self.panes.catalog }

    /// The state that a pane may read.
    package var paneContext: PaneContext { self.paneContext(members: self.panes.members) }

    private func paneContext(members: MembersPane) -> PaneContext {
        PaneContext(
            now: self.now, settings: self.settings, glyphs: self.options.glyphs,
            utcOffsetSeconds: self.options.utcOffsetSeconds, keymap: self.options.keymap,
            connection: self.connection, channels: self.panes.channels, members: members,
            eventNameWidth: self.eventNameWidth, search: self.panes.events.search?.needle)
    }

    /// The events in the log, for features that look at them again.
    package var keptEvents: EventRing { self.events.ring }

    /// The selected event of the log; `nil` while the log follows.
    package var heldEvent: ClientReport? { self.events.isHeld ? self.events.selectedEvent : nil }

    /// The properties of the panes that there are: only the log and the inspector in the log of
    /// several servers.
    var profiles: [PaneProfile] {
        guard self.options.isMerged else { return self.catalog.profiles }
        return self.catalog.profiles.filter { $0.home == .reading || $0.home == .details }
    }

    /// The panes that may share the screen with others.
    var panesBesideOthers: [PaneID] {
        guard self.options.isMerged else { return self.catalog.besideOthers }
        return self.profiles.map(\.id)
    }

    /// The panes that share the screen: those with something to show, and the focused one.
    var panesWithContents: [PaneID] {
        let context = self.paneContext
        return self.panesBesideOthers.filter { pane in
            if pane == self.focus || pane == .channels { return true }
            if pane == .inspector { return self.inspector != nil }
            return (self.panes[pane] as? any ListPane)?.contents(context).isEmpty != true
        }
    }

    /// Why the selected channel is not subscribed; `nil` if it was not refused.
    var selectedFailure: SubscriptionFailure? {
        if case .failed(let failure)? = self.channels.selectedRow?.state { failure } else { nil }
    }

    /// Whether the log of the connection has the focus.
    var showsLog: Bool { self.focus == .connection && self.panes.details.view == .log }

    /// Whether the focused pane is alone on the screen.
    var isAlone: Bool { !self.catalog.besideOthers.contains(self.focus) }

    /// The place of a pane; if there are several, that of the selected channel.
    func place(of pane: PaneID) -> PanePlace {
        guard let place = self.layout.place(of: pane) else {
            return PanePlace(size: ScreenSize(columns: 0, rows: 0), index: self.rosterIndex)
        }
        return PanePlace(place)
    }

    /// The number of rows of a pane on the screen, or the size of a page if it has none.
    func rows(of pane: PaneID) -> Int { self.place(of: pane).height }

    /// The number of the presence channel whose members are shown.
    var rosterIndex: Int {
        let rosters = self.rosterChannels
        return self.rosterChannel.flatMap { rosters.firstIndex(of: $0) } ?? 0
    }

    /// The presence channel whose members are shown: the selected one, or the first.
    package var rosterChannel: ChannelName? { self.panes.channels.roster }

    /// The listed presence channels.
    package var rosterChannels: [ChannelName] { self.panes.channels.rosters }

    /// Sorts the lists as set, if anything has changed. No pane needs the members for that; a
    /// context that held them would make each change of a roster a copy of it.
    mutating func arrangeLists() {
        self.panes.arrange(self.paneContext(members: MembersPane()))
    }

    // MARK: Drawing

    func draw(
        _ place: DashboardLayout.Place, on canvas: inout Canvas, _ layout: DashboardLayout
    ) {
        self.panes[place.pane]?.draw(
            on: &canvas, self.frame(of: place, layout), self.paneContext)
    }

    /// The button at the end of a title.
    func titleButton(
        of place: DashboardLayout.Place, _ layout: DashboardLayout
    ) -> PaneButton? {
        (self.panes[place.pane] as? any ButtonPane)?.titleButton(
            self.frame(of: place, layout), width: place.rect.width, self.paneContext)
    }

    private func frame(
        of place: DashboardLayout.Place, _ layout: DashboardLayout
    ) -> PaneFrame {
        PaneFrame(
            pane: place.pane, now: self.now, utcOffsetSeconds: self.options.utcOffsetSeconds,
            isFocused: !self.isBehind && self.focus == place.pane
                && layout.place(of: place.pane) == place,
            hasTitle: place.hasTitle, suffix: layout.suffix(of: place), index: place.index,
            guest: self.guest(of: place.pane, layout))
    }

    /// A collapsed pane that another one names in its title; if only one pane is shown, the tabs do
    /// this.
    private func guest(of pane: PaneID, _ layout: DashboardLayout) -> PaneFrame.Guest? {
        guard layout.rect(of: .channels) != nil else { return nil }
        let guest = self.catalog.profiles.first {
            $0.namedBy == pane && layout.rect(of: $0.id) == nil
                && (self.panes[$0.id] as? any ListPane)?.contents(self.paneContext).isEmpty != true
        }
        return guest.map {
            PaneFrame.Guest(pane: $0.id, count: self.count(of: $0.id))
        }
    }

    /// The number of rows of a pane; `nil` if it is of no interest.
    func count(of pane: PaneID) -> Int? {
        (self.panes[pane] as? any CountedPane)?.count(self.paneContext)
    }

    // MARK: Keys and the mouse

    /// Focuses a pane, as its digit does.
    package mutating func show(_ pane: PaneID) -> [Effect] {
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

    /// Focuses a pane at one of its places.
    mutating func enter(_ pane: PaneID, _ place: PanePlace, isAgain: Bool) {
        let roster = (self.panes[pane] as? any RosterPane)?.rosterEntered(
            place, isAgain: isAgain, self.paneContext)
        if let roster, roster != self.rosterChannel { self.panes.channels.select(roster) }
        self.focus(on: pane)
    }

    mutating func move(_ movement: Movement, in pane: PaneID) {
        self.panes.move(movement, in: pane, self.place(of: pane), self.paneContext)
        self.refreshInspector()
    }

    /// Scrolls or folds in the focused pane, or focuses the one beside it.
    mutating func moveSideways(_ step: Int) {
        let place = self.place(of: self.focus)
        if !self.panes.moveSideways(step, in: self.focus, place, self.paneContext) {
            self.cycleFocus(by: step)
        }
    }

    // MARK: Selection

    /// The selection of the focused pane.
    package var selection: PaneSelection? { self.panes[self.focus]?.selection(self.paneContext) }

    /// The current channel: that of the selected event, of the members, or the selected one.
    package var currentChannel: ChannelName? {
        self.panes[self.companion]?.currentChannel(self.paneContext)
            ?? self.panes.channels.selected
    }

    /// Why Enter cannot inspect anything; `nil` if it can.
    var inspectReason: String? {
        self.panes[self.companion]?.inspectReason(self.paneContext)
    }

    mutating func inspectSelection() {
        let pane = self.companion
        // What is being read must not move away.
        self.panes.hold(pane, self.place(of: pane))
        if let subject = self.panes[pane]?.selection(self.paneContext)?.inspected {
            self.inspect(subject)
        }
        // If only one pane is visible, it has to be this one.
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
