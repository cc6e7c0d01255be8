import BuoyTextScreen
import ChannelsProtocol

struct Inspector: SidewaysPane {
    static let profile: PaneProfile = {
        var profile = PaneProfile(.inspector, .details)
        profile.weight = 3
        return profile
    }()

    static let hints: [CommandName] = [
        "fold", "view-mode", "filter-by-node", "difference", "facts", "cancel", "search",
    ]

    var opened: InspectorPane?

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.opened?.move(movement, size: place.size, glyphs: context.glyphs)
    }

    mutating func moveSideways(_ step: Int, _ place: PanePlace, _ context: PaneContext)
        -> Bool
    {
        guard self.opened?.selectedNode == nil else {
            step < 0 ? self.opened?.goOut() : self.opened?.goIn()
            return true
        }
        // Long strings are much wider than the pane.
        let columns = step * max(place.size.columns / 2, 8)
        self.opened?.scroll(columns: columns, size: place.size, glyphs: context.glyphs)
        return true
    }

    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.opened?.point(
            at: row, size: place.size, hasTitle: place.hasTitle, glyphs: context.glyphs)
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        guard let opened = self.opened else {
            let content = canvas.drawTitle(frame)
            return canvas.drawEmpty(["Select a row to see it in full."], in: content)
        }
        opened.draw(
            on: &canvas, frame,
            needle: (opened.search?.needle ?? context.search)?.scalars ?? [])
    }

    func selection(_ context: PaneContext) -> PaneSelection? {
        if let (value, path) = self.opened?.selectedValue { return .node(value, path: path.steps) }
        return switch self.opened?.subject {
        case .event(let event): .event(event)
        case .note(let note): .note(note)
        case .channel(let row): .channel(row)
        case .member(let channel, let member): .member(channel, member)
        case nil: nil
        }
    }

    func followed(_ context: PaneContext) -> PaneSelection? { nil }

    func inspectReason(_ context: PaneContext) -> String? { nil }
}

extension PaneSelection {
    var inspected: InspectorPane.Subject? {
        switch self {
        case .channel(let row): .channel(row)
        case .member(let channel, let member): .member(channel, member)
        case .event(let event): .event(event)
        case .note(let note): .note(note)
        case .binding, .node, .namedChannel: nil
        }
    }
}
