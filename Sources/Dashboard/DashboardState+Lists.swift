import ChannelsProtocol
import OrderedCollections
import TextScreen

// The commands of the lists: channels, members, bindings and rates.
extension DashboardState {
    mutating func arrangeList(_ command: Command) -> [Effect] {
        switch command {
        case .markItem:
            self.channels.toggleMark(height: self.rows(of: .channels))
            self.refreshInspector()
            return []
        default:
            return self.order(self.orderedPane, by: nil) ?? []
        }
    }

    /// Why one of them can do nothing now; `nil` when it can.
    func listReason(for command: Command) -> String? {
        switch command {
        case .markItem: self.channels.selected == nil ? "no channel is selected" : nil
        default: self.orderReason
        }
    }

    private var orderReason: String? {
        let nothing = "there is nothing to put in order"
        return switch self.orderedPane {
        case .channels: self.channels.rows.isEmpty ? nothing : nil
        case .members: self.members.rosters.isEmpty ? nothing : nil
        case .bindings: self.bindings.rows.isEmpty ? nothing : nil
        default: "orders are for Channels (1), Members (2) and Bindings (4)"
        }
    }

    /// The list that has the keys, if it has orders; the one behind the inspector if that has them.
    private var orderedPane: PaneID? {
        let pane = self.focus == .inspector ? self.companion : self.focus
        return [PaneID.channels, .members, .bindings].contains(pane) ? pane : nil
    }

    // MARK: Order

    /// Lists channels, members or bindings by another order.
    /// - Parameter word: the order as settings write it; `nil` for the one that follows.
    /// - Returns: what is to be done; `nil` when the list has no order of that name.
    mutating func order(_ pane: PaneID?, by word: String?) -> [Effect]? {
        let before = self.settings
        switch pane {
        case .channels: self.settings.channelOrder.change(to: word)
        case .members: self.settings.memberOrder.change(to: word)
        case .bindings: self.settings.bindingOrder.change(to: word)
        default: return nil
        }
        self.arrangeLists()
        guard self.settings != before else { return word == nil ? [] : nil }
        self.show(.info, self.orderText(of: pane))
        return [.saveSettings(self.settings)]
    }

    private func orderText(of pane: PaneID?) -> String {
        switch pane {
        case .members: "members \(self.settings.memberOrder.words)"
        case .bindings: "bindings \(self.settings.bindingOrder.words)"
        default: "channels \(self.settings.channelOrder.words)"
        }
    }

    /// Brings the lists into the order of the settings, as far as something changed.
    mutating func arrangeLists() {
        let second = self.now.second
        self.channels.arrange(by: self.settings.channelOrder, second: second)
        self.members.arrange(by: self.settings.memberOrder, at: self.now)
        self.bindings.arrange(by: self.settings.bindingOrder, second: second)
        self.rates.arrange(self.channels, second: second)
    }

    // MARK: Presence channels

    /// The presence channel whose members are shown: the selected one, or else the first one.
    var rosterChannel: ChannelName? {
        if let selected = self.channels.selected, selected.kind.hasMembers { return selected }
        return self.channels.cursor.order.first { $0.kind.hasMembers }
    }

    /// All presence channels as they are listed.
    var rosterChannels: [ChannelName] { self.channels.cursor.order.filter(\.kind.hasMembers) }

    // MARK: Giving up channels

    /// Gives up the marked channels, or else the selected one. More than one only after a question.
    mutating func unsubscribe() -> [Effect] {
        let names = self.channels.targets.filter { $0.unsubscribeReason == nil }.map(\.name)
        guard names.count > 1 else { return names.map(Effect.unsubscribe) }
        self.open(.confirm(.unsubscribe(names)))
        return []
    }

    /// Why none of them can be given up; `nil` when one can.
    var unsubscribeReason: String? {
        let targets = self.channels.targets
        guard let first = targets.first else { return "no channel is selected" }
        return targets.contains { $0.unsubscribeReason == nil } ? nil : first.unsubscribeReason
    }

    // MARK: Searching members

    mutating func searchMembers(_ text: String) {
        let height = self.membersHeight
        if !self.members.setSearch(text, in: self.rosterChannel, height: height) {
            self.show(.warning, "no member has \"\(text)\"")
        }
        self.refreshInspector()
    }

    /// Goes on to the next match.
    /// - Parameter step: 1 downwards, -1 upwards.
    mutating func searchMembers(onward step: Int) {
        let height = self.membersHeight
        if !self.members.searchOn(step, in: self.rosterChannel, height: height) {
            self.show(.warning, "no member has \"\(self.members.search?.text ?? "")\"")
        }
        self.refreshInspector()
    }

    private var membersHeight: Int { self.rows(of: .members) }
}

extension CaseIterable where Self: RawRepresentable & Equatable, RawValue == String {
    /// The case of a word, or without one the case that follows; the same when there is none.
    fileprivate mutating func change(to word: String?) {
        if let word {
            self = Self(rawValue: word) ?? self
            return
        }
        let cases = Array(Self.allCases)
        let index = cases.firstIndex(of: self) ?? 0
        self = cases[(index + 1) % cases.count]
    }
}
