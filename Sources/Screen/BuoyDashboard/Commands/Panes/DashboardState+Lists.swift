import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    mutating func toggleChannelMark() {
        self.channels.toggleMark(height: self.rows(of: .channels))
        self.refreshInspector()
    }

    var orderReason: String? {
        if let pane = self.orderedPane {
            return (self.panes[pane] as? any OrderedPane)?.orderReason()
        }
        let ordered = self.catalog.rows.filter { $0.ordered != nil }.map {
            "\($0.id.title) (\($0.id.key))"
        }
        return "sorting works in \(ordered.listed("and"))"
    }

    /// Behind a focused inspector, the list it belongs to.
    var orderedPane: PaneID? {
        let pane = self.focus == .inspector ? self.companion : self.focus
        return self.catalog.row(pane)?.ordered == nil ? nil : pane
    }

    // MARK: Sorting

    /// - Parameter word: the order, as in the settings; `nil` for the next one.
    /// - Returns: `nil` if the list has no such order.
    mutating func order(_ pane: PaneID?, by word: String?) -> [Effect]? {
        let before = self.settings
        guard let ordered = pane.flatMap(self.catalog.row)?.ordered else { return nil }
        let words = ordered.changeOrder(&self.settings, to: word)
        self.arrangeLists()
        guard self.settings != before else { return word == nil ? [] : nil }
        self.show(.info, words)
        return [.file(.saveSettings(self.settings))]
    }

    // MARK: Unsubscribing

    /// The marked channels or the selected one; asks first if there are several.
    mutating func unsubscribe() -> [Effect] {
        let names = self.channels.targets.filter { $0.unsubscribeReason == nil }.map(\.name)
        guard names.count > 1 else { return names.map { .client(.unsubscribe($0)) } }
        self.confirmation = .unsubscribe(names)
        return []
    }

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

    mutating func searchMembers(onward step: Int) {
        let height = self.membersHeight
        if !self.members.searchOn(step, in: self.rosterChannel, height: height) {
            self.show(.warning, "no member matches \"\(self.members.search?.text ?? "")\"")
        }
        self.refreshInspector()
    }

    // MARK: The searches of panes

    var paneSearch: PaneSearch? {
        (self.catalog.row(self.focus)?.type as? any SearchablePane.Type)?.search
    }

    var searchText: String? { (self.panes[self.focus] as? any SearchablePane)?.searchText }

    mutating func narrow(_ pane: PaneID, to text: String) {
        let miss = self.panes.narrow(pane, to: text)
        self.arrangeLists()
        switch miss {
        case .notYet(let words): self.show(.info, words)
        case .hopeless(let words): self.show(.warning, words)
        case nil: break
        }
        self.refreshInspector()
    }

    // MARK: Searching what is inspected

    mutating func searchDocument(_ text: String) {
        let (size, glyphs) = (self.place(of: .inspector).size, self.options.glyphs)
        let found = self.inspector?.setSearch(text, size: size, glyphs: glyphs)
        if found == false { self.show(.warning, "no match here for \"\(text)\"") }
    }

    mutating func searchDocument(onward direction: EventSearch.Direction) {
        let size = self.place(of: .inspector).size
        guard self.inspector?.searchOn(direction, size: size) == false else { return }
        let text = self.inspector?.search?.needle.text ?? ""
        self.show(.warning, "no match here for \"\(text)\"")
    }

    private var membersHeight: Int { self.rows(of: .members) }
}
