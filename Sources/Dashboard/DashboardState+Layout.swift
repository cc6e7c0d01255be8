import ChannelsProtocol
import OrderedCollections
import TextScreen

// The commands that arrange the panes.
extension DashboardState {
    mutating func arrangePanes(_ command: Command) -> [Effect] {
        self.resizePane(by: command == .grow ? 1 : -1)
    }

    /// Why one of them can do nothing now; `nil` when it can.
    func arrangingReason(for command: Command) -> String? {
        switch command {
        case .grow, .shrink: self.resizingReason(by: command == .grow ? 1 : -1)
        default: nil
        }
    }

    // MARK: Splits

    private mutating func resizePane(by step: Int) -> [Effect] {
        guard let (boundary, target) = self.movedBoundary(by: step) else { return [] }
        self.move(boundary, to: target)
        return [.saveSettings(self.settings)]
    }

    private func resizingReason(by step: Int) -> String? {
        if self.isZoomed { return "one pane has the whole screen; z shows all of them" }
        guard let (boundary, target) = self.movedBoundary(by: step) else {
            return self.layout.places.count > 1
                ? "this pane has no edge that moves here"
                : "one pane has the whole screen; a larger one has splits"
        }
        guard target == boundary.position else { return nil }
        return step > 0
            ? "it cannot be larger: the others keep a title and two rows"
            : "it cannot be smaller; z gives another pane the whole screen"
    }

    /// The edge of the pane that has the keys, and where a step would move it. Columns move by two
    /// cells.
    private func movedBoundary(by step: Int) -> (boundary: LayoutBoundary, target: Int)? {
        guard let (boundary, isBefore) = self.layout.boundary(of: self.focus) else { return nil }
        let cells = (boundary.axis == .rows ? step : 2 * step) * (isBefore ? 1 : -1)
        return (boundary, boundary.clamped(boundary.position + cells))
    }

    /// Moves the place where two parts of the screen meet.
    /// - Parameter position: the cells of the first part; brought to what is possible.
    mutating func move(_ boundary: LayoutBoundary, to position: Int) {
        let target = boundary.clamped(position)
        guard target != boundary.position else { return }
        self.settings.layout.splits[boundary.split] = boundary.thousandths(target)
    }

    // MARK: Named layouts

    /// The names of the arrangements that there are: those that come with buoy, then saved ones.
    var layoutNames: [String] {
        LayoutSettings.Preset.allCases.map(\.rawValue) + self.settings.savedLayouts.keys
    }

    /// The name of the arrangement of now; `nil` when its splits were moved since.
    var layoutName: String? {
        self.layoutNames.first { self.layoutSettings(named: $0) == self.settings.layout }
    }

    /// The arrangement of a name.
    private func layoutSettings(named name: String) -> LayoutSettings? {
        LayoutSettings.Preset(rawValue: name).map { LayoutSettings(preset: $0) }
            ?? self.settings.savedLayouts[name]
    }

    /// Arranges the panes as a name says, and keeps it for the next time.
    mutating func useLayout(named name: String) -> [Effect] {
        guard let layout = self.layoutSettings(named: name) else {
            self.show(
                .warning,
                "there is no layout \"\(name)\"; there are \(self.layoutNames.joined(separator: ", "))"
            )
            return []
        }
        self.settings.layout = layout
        self.isZoomed = false
        // What is folded away opens for the keys: with them in a list, nothing would be seen to fold.
        let hidesLists = layout.preset == .events && self.focus != .inspector
        if hidesLists || !self.layout.tabs.isEmpty { self.focus(on: layout.preset.mainPane) }
        let isBuiltIn = LayoutSettings.Preset(rawValue: name) != nil
        self.show(.success, "layout \(name)\(isBuiltIn ? ": \(layout.preset.summary)" : "")")
        return [.saveSettings(self.settings)]
    }

    /// Gives the arrangement of now a name; a saved one of the same name is replaced.
    mutating func saveLayout(named text: String) -> [Effect] {
        let name = text.split(separator: " ").joined(separator: " ")
        if let reason = self.layoutNameReason(name) {
            self.show(.warning, reason)
            return []
        }
        self.settings.savedLayouts[name] = self.settings.layout
        self.show(.success, "saved the layout as \(name); :layout \(name) brings it back")
        return [.saveSettings(self.settings)]
    }

    /// Forgets a saved arrangement. What is seen stays as it is.
    mutating func removeLayout(named name: String) -> [Effect] {
        guard self.settings.savedLayouts[name] != nil else {
            let isBuiltIn = LayoutSettings.Preset(rawValue: name) != nil
            self.show(
                .warning,
                isBuiltIn
                    ? "\(name) comes with buoy and stays" : "there is no saved layout \"\(name)\"")
            return []
        }
        self.settings.savedLayouts.removeValue(forKey: name)
        self.show(.success, "removed the layout \(name)")
        return [.saveSettings(self.settings)]
    }

    /// Why an arrangement cannot have a name; `nil` when it can.
    private func layoutNameReason(_ name: String) -> String? {
        if name.isEmpty { return "a layout needs a name: :save-layout NAME" }
        if LayoutSettings.Preset(rawValue: name) != nil {
            return "\(name) comes with buoy and cannot be replaced; another name can be saved"
        }
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
                    || "-_ ".unicodeScalars.contains($0))
        }
        guard isPlain, name.utf8.count <= 40 else {
            return "a layout's name has at most 40 letters, digits, spaces, - and _"
        }
        let isNew = self.settings.savedLayouts[name] == nil
        return isNew && self.settings.savedLayouts.count >= 50
            ? "there are 50 saved layouts; Del in the list of layouts removes one" : nil
    }
}
