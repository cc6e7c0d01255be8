import BuoyScripts
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    /// Passes a key to the prompt, the help or its command.
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

    /// The command of a key in a pane.
    func command(for key: KeyPress, in pane: PaneID) -> Command? {
        self.catalog.command(for: key, in: pane, self.options.keymap)
    }

    /// The command of a key that works everywhere. Only Ctrl keys; a letter is text.
    private func commandEverywhere(_ key: KeyPress) -> Command? {
        guard case .control = key else { return nil }
        let command = self.command(for: key, in: self.focus)
        return command?.reach == .everywhere ? command : nil
    }

    /// Handles keys while nothing is visible, so that only the program itself can be controlled.
    private mutating func handleOnTooSmallScreen(_ key: KeyPress) -> [Effect] {
        guard let command = self.command(for: key, in: self.focus),
            command.reach != .panes
        else { return [] }
        return command.perform(&self)
    }

    /// Says why a key does nothing.
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

    /// Performs a command, or says why it is not available.
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

// MARK: Availability

extension DashboardState {
    /// Why a command is not available, as a sentence for the user; `nil` if it is.
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

    /// What a command of the core does in the focused pane; `nil` for what it does elsewhere.
    private func answerOfPane(to command: Command) -> PaneAnswer? {
        (self.panes[self.focus] as? any AnsweringPane)?.answer(command.id, self.paneContext)
    }

    /// Why a command is not available with an argument, which may say what the key takes from the
    /// selection.
    func unavailableReason(for command: Command, with argument: Command.Argument) -> String? {
        self.sourceReason(for: command)
            ?? (argument.replacesSelection ? nil : command.unavailable(self))
    }

    /// Why a command is not available for what the dashboard shows: several servers, one that must
    /// not be changed, a recording, or the connection of another program.
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

    /// Whether the connections belong to other programs, as in a proxy.
    package var isPassedOn: Bool { self.options.isPassedOn }

    /// Why nothing can be asked of the client of a connection that is only passed on.
    package static let passedOnReason =
        "this connection belongs to another program: buoy only forwards it; use :fault "
        + "to inject faults"

    /// Why a command cannot act in a replay; `nil` if it can, or for a connection.
    private func recordingReason(for command: Command) -> String? {
        self.isReplay && command.needs.contains(.present) ? Self.recordingReason : nil
    }

    /// The channels on which client events can be sent, now or once they are subscribed; the
    /// current one first.
    var triggerChannels: [ChannelName] {
        let rows = self.channels.rows.values.filter {
            $0.state.isWanted && $0.name.kind.takesClientEvents
        }
        let regarded = self.currentChannel
        let names = rows.map(\.name)
        return names.filter { $0 == regarded } + names.filter { $0 != regarded }
    }

    /// Why no client event can be sent on the current channel; `nil` if one can.
    var triggerReason: String? {
        let needed = "client events require a subscribed private or presence channel"
        guard !self.triggerChannels.isEmpty else { return needed }
        guard let channel = self.currentChannel, !channel.kind.takesClientEvents else { return nil }
        return "\(channel.text) is \(channel.kind.words); client events require a private or "
            + "presence channel"
    }

    var canCancel: Bool {
        self.inspector != nil || self.isAlone || self.isZoomed || self.members.search != nil
            || self.events.selectedRows != nil || self.events.search != nil
            || self.events.view.filter != nil || self.result != nil
            || self.searchText != nil
    }

    /// Whether the next match is one of what is inspected.
    var searchesDocument: Bool { self.focus == .inspector && self.inspector?.search != nil }

    /// Whether the next match is a member.
    var searchesMembers: Bool { self.focus == .members && self.members.search != nil }
}
