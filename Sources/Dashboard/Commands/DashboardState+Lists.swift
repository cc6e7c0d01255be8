import ChannelsProtocol
import DashboardSetup
import EventLog
import EventWords
import Formatting
import OrderedCollections
import TextScreen

// The commands of the lists: channels, members, bindings and rates.
extension DashboardState {
    mutating func toggleChannelMark() {
        self.channels.toggleMark(height: self.rows(of: .channels))
        self.refreshInspector()
    }

    /// Why there is nothing to put in order; `nil` when there is.
    var orderReason: String? {
        if let pane = self.orderedPane { return self.panes[pane]?.orderReason() }
        let ordered = PaneTable.rows.filter(\.hasOrders).map { "\($0.id.title) (\($0.id.digit))" }
        let names = ordered.dropLast().joined(separator: ", ")
        return "sorting works in \(names) and \(ordered.last ?? "")"
    }

    /// The focused list, if it can be sorted; the one behind a focused inspector.
    var orderedPane: PaneID? {
        let pane = self.focus == .inspector ? self.companion : self.focus
        return PaneTable.row(pane)?.hasOrders == true ? pane : nil
    }

    // MARK: Order

    /// Lists channels, members or bindings by another order.
    /// - Parameter word: the order as settings write it; `nil` for the one that follows.
    /// - Returns: what is to be done; `nil` when the list has no order of that name.
    mutating func order(_ pane: PaneID?, by word: String?) -> [Effect]? {
        let before = self.settings
        guard let row = pane.flatMap(PaneTable.row) else { return nil }
        guard let words = row.changeOrder(&self.settings, word) else { return nil }
        self.arrangeLists()
        guard self.settings != before else { return word == nil ? [] : nil }
        self.show(.info, words)
        return [.file(.saveSettings(self.settings))]
    }

    // MARK: Giving up channels

    /// Unsubscribes from the marked channels, or else from the selected one; asks first for several.
    mutating func unsubscribe() -> [Effect] {
        let names = self.channels.targets.filter { $0.unsubscribeReason == nil }.map(\.name)
        guard names.count > 1 else { return names.map { .client(.unsubscribe($0)) } }
        self.confirmation = .unsubscribe(names)
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
            self.show(.warning, "no member matches \"\(text)\"")
        }
        self.refreshInspector()
    }

    /// Goes on to the next match.
    /// - Parameter step: 1 downwards, -1 upwards.
    mutating func searchMembers(onward step: Int) {
        let height = self.membersHeight
        if !self.members.searchOn(step, in: self.rosterChannel, height: height) {
            self.show(.warning, "no member matches \"\(self.members.search?.text ?? "")\"")
        }
        self.refreshInspector()
    }

    private var membersHeight: Int { self.rows(of: .members) }
}
