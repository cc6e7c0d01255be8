import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

extension DashboardState {

    package mutating func focus(on pane: PaneID) {
        if !self.isAlone { self.paneBeforeAlone = self.focus }
        if pane != self.focus, self.focus != .inspector { self.paneBefore = self.focus }
        self.focus = pane
        if pane != .inspector { self.companion = pane }
    }

    /// Goes through all panes if only one is visible.
    mutating func cycleFocus(by step: Int) {
        guard !self.isAlone else {
            self.focus(on: self.paneBeforeAlone)
            return
        }
        let layout = self.layout
        let panes = self.panesWithContents.filter { pane in
            self.isZoomed || !layout.tabs.isEmpty || layout.rect(of: pane) != nil
        }
        guard !panes.isEmpty else { return }
        let index = panes.firstIndex(of: self.focus) ?? 0
        self.focus(on: panes[(index + step + panes.count) % panes.count])
    }

    mutating func closeInspector() {
        self.isInspectorOpen = false
        if !self.inspectorStays { self.inspector = nil }
        if self.focus == .inspector { self.focus(on: self.companion) }
    }

    /// The latest that was opened or set. Marks are work, and are kept.
    mutating func cancel() {
        if self.result != nil {
            self.result = nil
        } else if self.events.selectedRows != nil {
            self.events.endRowSelection()
        } else if self.searchesDocument {
            self.inspector?.search = nil
        } else if self.isAlone, self.searchText != nil {
            self.narrow(self.focus, to: "")
        } else if self.isAlone {
            let left = self.focus
            self.focus(on: self.paneBeforeAlone)
            // Or Esc in Connection would return here.
            if self.paneBefore == left { self.paneBefore = .events }
        } else if self.canCloseInspector {
            self.closeInspector()
        } else if self.isZoomed {
            self.isZoomed = false
        } else if self.focus == .connection, let pane = self.paneBefore {
            self.focus(on: pane)
        } else if self.members.search != nil {
            self.searchMembers("")
        } else if self.searchText != nil {
            self.narrow(self.focus, to: "")
        } else if self.focus == .events, self.events.table != nil {
            self.events.toggleTable(at: self.now)
        } else if self.events.search != nil {
            self.events.setSearch("")
        } else if self.events.view.filter != nil {
            self.events.setFilter(nil)
        } else {
            self.events.follow()
        }
    }

    mutating func toggleRowSelection() {
        guard self.events.selectedRows == nil else {
            self.events.endRowSelection()
            return
        }
        self.events.beginRowSelection(height: self.eventRows)
        self.show(.info, "move to extend the selection; y, Y or e uses it, Esc ends it")
    }

    mutating func move(_ movement: Movement) { self.move(movement, in: self.focus) }

    mutating func search(_ direction: EventSearch.Direction) {
        if self.searchesMembers {
            self.searchMembers(onward: direction == .down ? 1 : -1)
            return
        }
        if self.searchesDocument {
            self.searchDocument(onward: direction)
            return
        }
        self.events.searchOn(direction)
        self.scan()
    }
}
