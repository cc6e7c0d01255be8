import ChannelsProtocol
import OrderedCollections
import TextScreen

extension DashboardState {
    /// Gives a key to the prompt, the help or the command that it means.
    mutating func handle(_ key: KeyPress) -> [Effect] {
        switch key {
        case .resize: return []
        case .focusIn, .focusOut:
            self.windowChanged(isEntered: key == .focusIn)
            return []
        case .mouse(let press): return self.handle(press)
        default: break
        }
        if self.layout.sizeClass == .tooSmall { return self.handleOnTooSmallScreen(key) }
        if let command = self.commandEverywhere(key) { return self.perform(command) }
        if self.prompt != nil { return self.handleInPrompt(key) }
        if self.picker != nil { return self.handleInPicker(key) }
        if self.help != nil { return self.handleInHelp(key) }
        if case .paste = key {
            self.show(.info, "pasted text goes into a prompt only: s, f or / opens one")
            return []
        }
        guard let command = self.options.keymap.command(for: key, in: self.focus) else {
            self.explain(key)
            return []
        }
        return self.run(command)
    }

    /// What a key means whatever is open: job control and a damaged screen do not wait for a prompt
    /// to be closed. Only Ctrl keys; a letter is text.
    private func commandEverywhere(_ key: KeyPress) -> Command? {
        guard case .control = key else { return nil }
        let command = self.options.keymap.command(for: key, in: self.focus)
        return command == .suspend || command == .redraw ? command : nil
    }

    /// Nothing can be seen, so nothing can be changed but the program itself.
    private mutating func handleOnTooSmallScreen(_ key: KeyPress) -> [Effect] {
        switch self.options.keymap.command(for: key, in: self.focus) {
        case .quit, .quitNow: [.quit]
        case .suspend: [.suspend]
        case .redraw: [.redraw]
        default: []
        }
    }

    /// Says why a key does nothing.
    private mutating func explain(_ key: KeyPress) {
        let name = key.name
        let others = self.options.keymap.elsewhere(key).map { other in
            let panes = other.panes.map { "\($0.title) (\($0.digit))" }
            return "\(other.command.title.lowercased()) in \(Self.list(panes))"
        }
        if !others.isEmpty {
            self.show(.info, "\(name) is \(Self.list(others))")
        } else if !name.isEmpty {
            self.show(.info, "\(name) does nothing; ? lists the keys")
        }
    }

    private static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Does what a command says, or says why not.
    mutating func run(_ command: Command) -> [Effect] {
        self.notice = nil
        if let reason = self.unavailableReason(for: command) {
            self.show(.info, reason)
            return []
        }
        return self.perform(command)
    }
}

// MARK: - What can be done

extension DashboardState {
    /// Why a command can do nothing now, as a sentence for the user; `nil` when it can.
    package func unavailableReason(for command: Command) -> String? {
        switch command {
        case .unsubscribe: return self.unsubscribeReason
        case .resubscribe:
            return self.channels.selectedRow?.resubscribeReason ?? self.noChannelReason
        case .bind:
            return self.channels.selected == nil
                ? "no channel is selected; B binds on all channels" : nil
        case .unbind, .toggleBinding:
            return self.bindings.rows.isEmpty ? "there is no binding; b makes one" : nil
        case .trigger: return self.triggerReason
        case .searchNext, .searchPrevious:
            return self.events.search == nil && !self.searchesMembers
                ? "nothing was searched for; / does" : nil
        case .inspect: return self.inspectReason
        case .showInspector: return self.inspector == nil ? self.inspectReason : nil
        case .inspectorUp, .inspectorDown:
            return self.inspector == nil ? "the inspector is closed; Enter opens it" : nil
        case .connect, .reconnect, .disconnect: return self.connectionReason(for: command)
        case .zoom:
            return self.layout.tabs.isEmpty ? nil : "one pane has the whole screen already"
        case .cancel: return self.canCancel ? nil : "nothing to cancel; q quits"
        case .subscribe, .bindEverywhere, .pause, .search, .filter, .nextPane, .previousPane,
            .showChannels, .showMembers, .showEvents, .showBindings, .up, .down, .left, .right,
            .top, .bottom, .halfPageUp, .halfPageDown, .pageUp, .pageDown, .help, .quit, .quitNow,
            .suspend, .redraw, .showLog, .showRates, .reload, .mouse, .commandLine, .figures,
            .copyDiagnosis:
            return nil
        case .themes, .policy: return self.toolReason(for: command)
        case .markItem, .sort: return self.listReason(for: command)
        case .savedFilters, .saveFilter, .hideEvent, .onlyChannel, .systemRows, .mark, .nextMark,
            .previousMark, .nextChange, .previousChange, .times, .clear:
            return self.eventsReason(for: command)
        case .wrap where self.focus == .events: return self.eventsReason(for: command)
        case .wrap, .viewMode, .fold, .foldAll, .unfoldAll, .filterByNode, .difference:
            return self.inspectorReason(for: command)
        case .copy, .copyAs, .export, .plainDump, .saveScreen:
            return self.sharingReason(for: command)
        case .grow, .shrink, .layout, .saveLayout: return self.arrangingReason(for: command)
        }
    }

    private var noChannelReason: String? {
        self.channels.selected == nil ? "no channel is selected" : nil
    }

    private var triggerReason: String? {
        self.triggerChannels.isEmpty
            ? "client events need a subscribed private or presence channel" : nil
    }

    /// The channel that is looked at: that of the selected event, of the members, or the selected one.
    private var regardedChannel: ChannelName? {
        switch self.companion {
        case .events where self.events.isHeld:
            self.events.selectedEvent.map { ChannelName(wire: EventText($0, dataLimit: 0).channel) }
        case .members: self.rosterChannel
        case .rates: self.rates.selected
        default: self.channels.selected
        }
    }

    /// Channels on which client events may be sent, now or as soon as they are subscribed, the one
    /// that is looked at first.
    var triggerChannels: [ChannelName] {
        let rows = self.channels.rows.values.filter {
            $0.state.isWanted && $0.name.kind.takesClientEvents
        }
        let regarded = self.regardedChannel
        let names = rows.map(\.name)
        return names.filter { $0 == regarded } + names.filter { $0 != regarded }
    }

    private var inspectReason: String? {
        switch self.companion {
        case .events, .inspector: self.events.count == 0 ? "there is no event to inspect" : nil
        case .channels: self.channels.selected == nil ? "there is no channel to inspect" : nil
        case .members:
            self.members.selectedMember(in: self.rosterChannel) == nil
                ? "there is no member to inspect" : nil
        case .log: self.log.rows.count == 0 ? "nothing was logged yet" : nil
        case .rates: self.rates.selected == nil ? "there is no channel to inspect" : nil
        case .bindings where self.events.search != nil:
            self.events.count == 0 ? "there is no event to inspect" : nil
        case .bindings: "a binding has no more to show; 3 and Enter inspect an event"
        }
    }

    private func connectionReason(for command: Command) -> String? {
        switch (command, self.connection.state) {
        case (.connect, .connected): "connected already; R drops the connection and reconnects"
        case (.connect, .connecting), (.connect, .unavailable):
            self.connection.waiting == nil ? "an attempt is under way" : nil
        case (.reconnect, .initialized), (.reconnect, .disconnected), (.reconnect, .failed):
            "there is no connection to drop; r connects"
        // After a failure it still says not to try again when the network comes back.
        case (.disconnect, .initialized), (.disconnect, .disconnected):
            "there is no connection to close"
        default: nil
        }
    }

    private var canCancel: Bool {
        self.inspector != nil || self.isZoomed || !self.channels.marked.isEmpty
            || self.members.search != nil || self.events.markCount > 0
            || self.events.search != nil || self.events.view.filter != nil
    }

    /// Whether the next match is one of the members.
    var searchesMembers: Bool { self.focus == .members && self.members.search != nil }
}
