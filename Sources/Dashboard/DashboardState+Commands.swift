import ChannelsProtocol
import OrderedCollections
import TextScreen

extension DashboardState {
    /// Does what a command says; it can be done.
    mutating func perform(_ command: Command) -> [Effect] {
        switch command {
        case .subscribe, .unsubscribe, .resubscribe, .bind, .bindEverywhere, .unbind,
            .toggleBinding, .trigger, .connect, .reconnect, .disconnect:
            return self.askClient(command)
        case .quit:
            guard self.focus == .inspector else { return [.quit] }
            self.closeInspector()
        case .quitNow: return [.quit]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        case .help: self.help = HelpOverlay(keymap: self.options.keymap)
        case .cancel: self.cancel()
        case .zoom: self.isZoomed.toggle()
        case .nextPane: self.cycleFocus(by: 1)
        case .previousPane: self.cycleFocus(by: -1)
        case .showChannels: self.focus(on: .channels)
        case .showMembers: self.showMembers()
        case .showEvents: self.focus(on: .events)
        case .showBindings: self.focus(on: .bindings)
        case .showInspector: self.showInspector()
        case .pause:
            self.events.isHeld ? self.events.follow() : self.events.hold(height: self.eventRows)
        case .search: self.open(self.focus == .members ? .memberSearch : .search)
        case .searchNext: self.search(.down)
        case .searchPrevious: self.search(.up)
        case .filter: self.open(.filter, text: self.events.view.filter?.source ?? "")
        case .inspect: self.inspectSelection()
        case .inspectorDown: self.moveInspector(.rows(1))
        case .inspectorUp: self.moveInspector(.rows(-1))
        case .up: self.move(.rows(-1))
        case .down: self.move(.rows(1))
        case .left: self.moveSideways(-1)
        case .right: self.moveSideways(1)
        case .top: self.move(.top)
        case .bottom: self.move(.bottom)
        case .halfPageUp: self.move(.halfPages(-1))
        case .halfPageDown: self.move(.halfPages(1))
        case .pageUp: self.move(.pages(-1))
        case .pageDown: self.move(.pages(1))
        case .showLog: self.focus(on: .log)
        case .showRates: self.focus(on: .rates)
        case .reload: return [.reload]
        case .mouse: return [.setMouse(!self.settings.usesMouse)]
        case .markItem, .sort: return self.arrangeList(command)
        case .hideEvent, .onlyChannel, .systemRows, .mark, .nextMark, .previousMark, .nextChange,
            .previousChange, .times, .clear:
            return self.readEvents(command)
        case .wrap where self.focus == .events: return self.readEvents(command)
        case .wrap, .viewMode, .fold, .foldAll, .unfoldAll, .filterByNode, .difference:
            return self.readInspector(command)
        case .copy, .export, .plainDump, .saveScreen, .copyDiagnosis: return self.share(command)
        case .grow, .shrink: return self.arrangePanes(command)
        case .commandLine, .themes, .policy, .figures, .layout, .saveLayout, .savedFilters,
            .saveFilter, .copyAs:
            return self.openTool(command)
        }
        return []
    }

    /// The commands that the client has a part in: what they need is asked for, or passed on.
    private mutating func askClient(_ command: Command) -> [Effect] {
        switch command {
        case .subscribe: self.open(.subscribe)
        case .unsubscribe: return self.unsubscribe()
        case .resubscribe: return self.channels.selected.map { [.resubscribe($0)] } ?? []
        case .bind: if let channel = self.channels.selected { self.open(.bind(channel)) }
        case .bindEverywhere: self.open(.bindEverywhere)
        case .unbind: return self.bindings.selectedBinding.map { [.unbind($0.id)] } ?? []
        case .toggleBinding:
            return self.bindings.selectedBinding.map {
                [.setBinding($0.id, isEnabled: !$0.isEnabled)]
            } ?? []
        case .trigger:
            self.open(.trigger, text: self.triggerChannels.first.map { "\($0.text) client-" } ?? "")
        case .connect: return [.connect]
        case .reconnect: return [.reconnect]
        case .disconnect: return [.disconnect]
        default: break
        }
        return []
    }

    // MARK: Panes

    mutating func focus(on pane: PaneID) {
        self.focus = pane
        if pane != .inspector { self.companion = pane }
    }

    /// Goes through the panes that are on the screen; through all of them where only one is.
    private mutating func cycleFocus(by step: Int) {
        let layout = self.layout
        let panes = PaneID.allCases.filter { pane in
            guard !self.isZoomed, layout.tabs.isEmpty else {
                return pane != .inspector || self.inspector != nil
            }
            return layout.rect(of: pane) != nil
        }
        guard !panes.isEmpty else { return }
        let index = panes.firstIndex(of: self.focus) ?? 0
        self.focus(on: panes[(index + step + panes.count) % panes.count])
    }

    /// Goes to the members; from there to those of the next presence channel, if there are several.
    private mutating func showMembers() {
        let rosters = self.rosterChannels
        if self.focus == .members, rosters.count > 1,
            let index = self.rosterChannel.flatMap({ rosters.firstIndex(of: $0) })
        {
            self.channels.select(rosters[(index + 1) % rosters.count])
        }
        self.focus(on: .members)
    }

    private mutating func showInspector() {
        if self.inspector == nil { self.inspectSelection() }
        self.focus(on: .inspector)
    }

    private mutating func inspectSelection() {
        switch self.companion {
        case .channels:
            if let row = self.channels.selectedRow { self.inspect(.channel(row)) }
        case .members:
            if let channel = self.rosterChannel,
                let member = self.members.selectedMember(in: channel)
            {
                self.inspect(.member(channel, member))
            }
        case .log:
            self.log.rows.hold(height: self.rows(of: .log))
            if let event = self.log.rows.selectedEvent { self.inspect(.event(event)) }
        case .rates:
            if let row = self.rates.selected.flatMap({ self.channels.rows[$0] }) {
                self.inspect(.channel(row))
            }
        case .events, .bindings, .inspector:
            // What is read must not move away.
            self.events.hold(height: self.eventRows)
            if let event = self.events.selectedEvent { self.inspect(.event(event)) }
        }
        // Where only one pane is seen, it has to be this one.
        if (self.layout.rect(of: .inspector)?.height ?? 0) < 2 { self.focus(on: .inspector) }
    }

    private mutating func closeInspector() {
        self.inspector = nil
        if self.focus == .inspector { self.focus(on: self.companion) }
    }

    /// Takes back one thing: the newest that was opened or set.
    private mutating func cancel() {
        if self.inspector != nil {
            self.closeInspector()
        } else if self.isZoomed {
            self.isZoomed = false
        } else if !self.channels.marked.isEmpty {
            self.channels.clearMarks()
        } else if self.members.search != nil {
            self.searchMembers("")
        } else if self.events.markCount > 0 {
            self.events.removeMarks()
        } else if self.events.search != nil {
            self.events.setSearch("")
        } else {
            self.events.setFilter(nil)
        }
    }

    // MARK: Moving

    private mutating func move(_ movement: Movement) { self.move(movement, in: self.focus) }

    mutating func move(_ movement: Movement, in pane: PaneID) {
        let height = self.rows(of: pane)
        switch pane {
        case .channels: self.channels.move(movement, height: height)
        case .members: self.members.move(movement, in: self.rosterChannel, height: height)
        case .bindings: self.bindings.move(movement, height: height)
        case .events: self.events.move(movement, height: height)
        case .inspector: self.moveInspector(movement)
        case .log: self.log.rows.move(movement, height: height)
        case .rates: self.rates.move(movement, height: height)
        }
        self.refreshInspector()
    }

    private mutating func moveSideways(_ step: Int) {
        switch self.focus {
        case .events: self.events.scroll(columns: step * 8)
        case .inspector: self.moveInspectorSideways(step)
        case .channels, .members, .bindings, .log, .rates: self.cycleFocus(by: step)
        }
    }

    /// Goes on to the next match, in the list that has the keys or else in the event log.
    private mutating func search(_ direction: EventSearch.Direction) {
        if self.searchesMembers {
            self.searchMembers(onward: direction == .down ? 1 : -1)
            return
        }
        self.events.searchOn(direction)
        self.scan()
    }
}
