import BuoyTextScreen
package import ChannelsProtocol

extension DashboardState {
    var catalog: Catalog { self.panes.catalog }

    package var paneContext: PaneContext { self.paneContext(members: self.panes.members) }

    private func paneContext(members: MembersPane) -> PaneContext {
        var context = PaneContext(
            now: self.now, settings: self.settings, glyphs: self.options.glyphs,
            utcOffsetSeconds: self.options.utcOffsetSeconds, keymap: self.options.keymap,
            connection: self.connection, channels: self.panes.channels, members: members,
            search: self.panes.events.search?.needle)
        context.screenRows = self.size.rows
        return context
    }

    package var keptEvents: EventRing { self.events.ring }

    /// `nil` while the log follows.
    package var heldEvent: ClientReport? {
        if self.events.table != nil { return self.events.tableEvent }
        return self.events.isHeld ? self.events.selectedEvent : nil
    }

    /// Only the log and the inspector in the log of several servers.
    var profiles: [PaneProfile] {
        guard self.options.isMerged else { return self.catalog.profiles }
        return self.catalog.profiles.filter { $0.home == .reading || $0.home == .details }
    }

    var panesBesideOthers: [PaneID] {
        guard self.options.isMerged else { return self.catalog.besideOthers }
        return self.profiles.map(\.id)
    }

    var panesWithContents: [PaneID] {
        let context = self.paneContext
        return self.panesBesideOthers.filter { pane in
            if pane == self.focus || pane == .channels { return true }
            if pane == .inspector { return self.isInspectorOpen || self.inspectorStays }
            return (self.panes[pane] as? any ListPane)?.contents(context).isEmpty != true
        }
    }

    var selectedFailure: SubscriptionFailure? {
        if case .failed(let failure)? = self.channels.selectedRow?.state { failure } else { nil }
    }

    var showsLog: Bool { self.focus == .connection && self.panes.details.view == .log }

    var isAlone: Bool { !self.catalog.besideOthers.contains(self.focus) }

    /// If there are several places, that of the selected channel.
    func place(of pane: PaneID) -> PanePlace {
        guard let place = self.layout.place(of: pane) else {
            return PanePlace(size: ScreenSize(columns: 0, rows: 0), index: self.rosterIndex)
        }
        return PanePlace(place)
    }

    /// The size of a page if the pane is not on the screen.
    func rows(of pane: PaneID) -> Int { self.place(of: pane).height }

    var rosterIndex: Int {
        let rosters = self.rosterChannels
        return self.rosterChannel.flatMap { rosters.firstIndex(of: $0) } ?? 0
    }

    /// The selected presence channel, or the first.
    package var rosterChannel: ChannelName? { self.panes.channels.roster }

    package var rosterChannels: [ChannelName] { self.panes.channels.rosters }

    /// Without the members, which no pane needs for sorting: a context that held them would make
    /// each change of a roster a copy of it.
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

    package mutating func show(_ pane: PaneID) -> [Effect] {
        self.notice = nil
        let isShown = self.isInspectorOpen || self.inspectorStays
        if pane == .inspector, !isShown || self.inspector == nil {
            if let reason = self.inspectReason {
                self.show(.info, reason)
                return []
            }
            self.inspectSelection()
        }
        self.enter(pane, self.place(of: pane), isAgain: self.focus == pane)
        return []
    }

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

    mutating func moveSideways(_ step: Int) {
        if step > 0, self.focus == .events, self.events.table != nil,
            let charts = self.catalog.panes.first(where: { $0.configurationName == "charts" })
        {
            // The charts pane lists the fields of the selected name.
            self.focus(on: charts)
            return
        }
        let place = self.place(of: self.focus)
        if !self.panes.moveSideways(step, in: self.focus, place, self.paneContext) {
            self.cycleFocus(by: step)
        }
    }

    // MARK: Selection

    package var selection: PaneSelection? { self.panes[self.focus]?.selection(self.paneContext) }

    package var currentChannel: ChannelName? {
        self.panes[self.companion]?.currentChannel(self.paneContext)
            ?? self.panes.channels.selected
    }

    var inspectReason: String? {
        self.panes[self.companion]?.inspectReason(self.paneContext)
    }

    mutating func inspectSelection() {
        let pane = self.companion
        if pane == .channels, self.channels.selectedBranch != nil {
            self.channels.toggleBranch()
            return
        }
        if pane == .events, self.events.table != nil { return self.filterByTable() }
        if pane == .events, self.events.toggleGroup(height: self.eventRows) { return }
        // The row being read must not move away.
        self.panes.hold(pane, self.place(of: pane))
        if let subject = self.panes[pane]?.selection(self.paneContext)?.inspected {
            self.inspect(subject)
            self.isInspectorOpen = true
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
