import BuoyTextScreen
import ChannelsBasics
import ChannelsProtocol
import OrderedCollections

extension DashboardState {

    mutating func resizePane(by step: Int) -> [Effect] {
        guard let (boundary, target) = self.movedBoundary(by: step) else { return [] }
        self.move(boundary, to: target)
        return [.file(.saveSettings(self.settings))]
    }

    func resizingReason(by step: Int) -> String? {
        if self.isZoomed { return "one pane fills the screen; z shows all panes" }
        guard let (boundary, target) = self.movedBoundary(by: step) else {
            return self.layout.places.count > 1
                ? "this pane has no edge to move"
                : "one pane fills the screen; a larger terminal shows several"
        }
        guard target == boundary.position else { return nil }
        return step > 0
            ? "cannot grow: every other pane keeps a title and two rows"
            : "cannot shrink; zoom another pane with z instead"
    }

    /// `nil` if no edge can be moved. Columns move by two cells.
    private func movedBoundary(by step: Int) -> (boundary: LayoutBoundary, target: Int)? {
        guard let (boundary, isBefore) = self.layout.boundary(of: self.focus) else { return nil }
        let cells = (boundary.axis == .rows ? step : 2 * step) * (isBefore ? 1 : -1)
        return (boundary, boundary.clamped(boundary.position + cells))
    }

    /// - Parameter position: the size of the first part in cells; clamped to what is possible.
    mutating func move(_ boundary: LayoutBoundary, to position: Int) {
        let target = boundary.clamped(position)
        guard target != boundary.position else { return }
        self.settings.layout.splits[boundary.split] = boundary.thousandths(target)
    }

    var layoutNames: [String] { self.settings.layoutNames }

    /// `nil` if its edges were moved since.
    var layoutName: String? {
        self.layoutNames.first { self.settings.layout(named: $0) == self.settings.layout }
    }

    package mutating func useLayout(named name: String) -> [Effect] {
        guard let layout = self.settings.layout(named: name) else {
            self.show(.warning, Suggestion.unknown("layout", name, among: self.layoutNames))
            return []
        }
        self.settings.layout = layout
        self.isZoomed = false
        if self.focus(in: layout) != self.focus || !self.layout.tabs.isEmpty {
            self.focus(on: layout.preset.mainPane)
        }
        let isBuiltIn = LayoutSettings.Preset(rawValue: name) != nil
        self.show(.success, "layout \(name)\(isBuiltIn ? ": \(layout.preset.summary)" : "")")
        return [.file(.saveSettings(self.settings))]
    }

    /// Collapsed panes open while focused, so with the focus in a list, nothing would be collapsed.
    func focus(in layout: LayoutSettings) -> PaneID {
        let hidesLists = layout.preset == .events && self.focus != .inspector
        return hidesLists ? layout.preset.mainPane : self.focus
    }

    mutating func saveLayout(named text: String) -> [Effect] {
        let name = text.split(separator: " ").joined(separator: " ")
        if let reason = self.layoutNameReason(name) {
            self.show(.warning, reason)
            return []
        }
        self.settings.savedLayouts[name] = self.settings.layout
        self.show(.success, "saved the layout as \(name); :layout \(name) restores it")
        return [.file(.saveSettings(self.settings))]
    }

    mutating func removeLayout(named name: String) -> [Effect] {
        guard self.settings.savedLayouts[name] != nil else {
            let isBuiltIn = LayoutSettings.Preset(rawValue: name) != nil
            self.show(
                .warning,
                isBuiltIn
                    ? "\(name) is built in and cannot be removed"
                    : Suggestion.unknown(
                        "saved layout", name, among: self.settings.savedLayouts.keys.sorted()))
            return []
        }
        self.settings.savedLayouts.removeValue(forKey: name)
        self.previewedLayout = nil
        self.show(.success, "removed the layout \(name)")
        return [.file(.saveSettings(self.settings))]
    }

    private func layoutNameReason(_ name: String) -> String? {
        if name.isEmpty { return "a layout needs a name: :save-layout NAME" }
        if LayoutSettings.Preset(rawValue: name) != nil {
            return "\(name) is built in and cannot be replaced; choose another name"
        }
        guard name.hasOnlyLettersAndDigits(or: "-_ "), name.utf8.count <= 40 else {
            return "a layout name can have at most 40 letters, digits, spaces, - and _"
        }
        let isNew = self.settings.savedLayouts[name] == nil
        return isNew && self.settings.savedLayouts.count >= 50
            ? "the limit is 50 saved layouts; Del in the layout list removes one" : nil
    }
}
