import BuoyScripts
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    mutating func handle(_ key: KeyPress) -> [Effect] {
        switch key {
        case .resize: return []
        case .focusIn, .focusOut:
            self.windowChanged(isEntered: key == .focusIn)
            return []
        case .mouse(let press): return self.handle(press)
        default: break
        }
        self.endWelcome()
        if SizeClass(self.size) == .tooSmall { return self.handleOnTooSmallScreen(key) }
        if let command = self.commandEverywhere(key) {
            guard let reason = self.recordingReason(for: command) else {
                return command.perform(&self)
            }
            self.show(.info, reason)
            return []
        }
        if self.confirmation != nil { return self.answer(key) }
        if self.prompt != nil { return self.handleInPrompt(key) }
        if self.picker != nil { return self.handleInPicker(key) }
        if self.help != nil { return self.handleInHelp(key) }
        if self.keys != nil { return self.handleInKeyPage(key) }
        if case .paste = key {
            self.show(.info, "text can only be pasted into a prompt; press s, f or / to open one")
            return []
        }
        guard let command = self.command(for: key, in: self.focus) else {
            self.explain(key)
            return []
        }
        return self.run(command)
    }

    func command(for key: KeyPress, in pane: PaneID) -> Command? {
        self.catalog.command(for: key, in: pane, self.options.keymap)
    }

    /// Only Ctrl keys: a letter is text.
    private func commandEverywhere(_ key: KeyPress) -> Command? {
        guard case .control = key else { return nil }
        let command = self.command(for: key, in: self.focus)
        return command?.reach == .everywhere ? command : nil
    }

    private mutating func handleOnTooSmallScreen(_ key: KeyPress) -> [Effect] {
        guard let command = self.command(for: key, in: self.focus),
            command.reach != .panes
        else { return [] }
        return command.perform(&self)
    }

    private mutating func explain(_ key: KeyPress) {
        let name = key.name
        let others = self.options.keymap.elsewhere(key).compactMap { other -> String? in
            guard let command = self.catalog.command(other.name) else { return nil }
            let panes = other.panes.map { "\($0.title) (\($0.key))" }
            return "\(command.title.lowercased()) in \(panes.listed("and"))"
        }
        if !others.isEmpty {
            self.show(.info, "\(name) is \(others.listed("and"))")
        } else if !name.isEmpty {
            self.show(.info, "\(name) does nothing; press ? for the keys")
        }
    }

    mutating func run(_ command: Command) -> [Effect] {
        self.notice = nil
        if let reason = self.unavailableReason(for: command) {
            self.show(.info, reason)
            return []
        }
        if case .effects(let effects)? = self.answerOfPane(to: command) { return effects }
        return command.perform(&self)
    }
}

extension DashboardState {
    /// A sentence for the user; `nil` if the command is available.
    func unavailableReason(for command: Command) -> String? {
        if let reason = self.sourceReason(for: command) ?? self.hiddenLogReason(for: command) {
            return reason
        }
        return switch self.answerOfPane(to: command) {
        case .effects: nil
        case .refusal(let reason): reason
        case nil: command.unavailable(self)
        }
    }

    private func answerOfPane(to command: Command) -> PaneAnswer? {
        (self.panes[self.focus] as? any AnsweringPane)?.answer(command.id, self.paneContext)
    }

    func unavailableReason(for command: Command, with argument: Command.Argument) -> String? {
        self.sourceReason(for: command)
            ?? (argument.replacesSelection ? nil : command.unavailable(self))
    }

    private func sourceReason(for command: Command) -> String? {
        let needs = command.needs
        if needs.contains(.oneServer), let reason = self.mergedReason { return reason }
        if command.changesServer, let reason = self.options.readOnly { return reason.sentence }
        if let reason = self.recordingReason(for: command) { return reason }
        if self.isPassedOn, needs.isSuperset(of: .ownConnection) {
            return Self.passedOnReason
        }
        return nil
    }

    package var isPassedOn: Bool { self.options.isPassedOn }

    package static let passedOnReason =
        "this connection belongs to another program: buoy only forwards it; use :fault "
        + "to inject faults"

    private func recordingReason(for command: Command) -> String? {
        self.isReplay && command.needs.contains(.present) ? Self.recordingReason : nil
    }

    var triggerChannels: [ChannelName] {
        let rows = self.channels.rows.values.filter {
            $0.state.isWanted && $0.name.kind.takesClientEvents
        }
        let regarded = self.currentChannel
        let names = rows.map(\.name)
        return names.filter { $0 == regarded } + names.filter { $0 != regarded }
    }

    var triggerReason: String? {
        let needed = "client events require a subscribed private or presence channel"
        guard !self.triggerChannels.isEmpty else { return needed }
        guard let channel = self.currentChannel, !channel.kind.takesClientEvents else { return nil }
        return "\(channel.text) is \(channel.kind.words); client events require a private or "
            + "presence channel"
    }

    var canCancel: Bool { self.cancelHint != nil }

    /// What `cancel()` does next, in its order.
    var cancelHint: String? {
        if self.result != nil || self.events.selectedRows != nil || self.isAlone
            || self.canCloseInspector || self.isZoomed
        {
            return "close"
        }
        if self.focus == .connection, self.paneBefore != nil { return "back" }
        if self.members.search != nil || self.searchText != nil { return "clear" }
        if self.focus == .events, self.events.table != nil { return "events" }
        if self.events.search != nil || self.events.view.filter != nil { return "clear" }
        return self.focus == .events && self.events.isHeld ? "follow" : nil
    }

    var canCloseInspector: Bool { self.isInspectorOpen || self.focus == .inspector }

    var searchesDocument: Bool { self.focus == .inspector && self.inspector?.search != nil }

    var searchesMembers: Bool { self.focus == .members && self.members.search != nil }
}
