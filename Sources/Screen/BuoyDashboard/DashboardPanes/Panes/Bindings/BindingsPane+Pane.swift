import BuoyTextScreen
import ChannelsEventWords
import OrderedCollections

extension BindingsPane: ListPane, OrderedPane {
    static let profile: PaneProfile = {
        var profile = PaneProfile(.bindings, .lists)
        profile.namedBy = .members
        return profile
    }()

    static let hints: [CommandName] = [
        "filter-by-binding", "toggle-binding", "unbind", "bind", "bind-everywhere",
    ]

    mutating func arrange(_ context: PaneContext) {
        self.arrange(by: context.settings.bindingOrder, second: context.now.second)
    }

    static let orders = BindingOrder.allCases.map(\.rawValue)

    static func changeOrder(_ settings: inout DashboardSettings, to word: String?) -> String {
        settings.bindingOrder.change(to: word)
        return "bindings \(settings.bindingOrder.words)"
    }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.move(movement, height: place.height)
    }

    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.click(row: row, height: place.size.rows)
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        self.draw(
            on: &canvas, frame, context.channels.colors,
            advice: context.advising(["Press b to add one,", "B for all channels."]))
    }

    func contents(_ context: PaneContext) -> PaneContents {
        PaneContents(
            rows: self.rows.isEmpty ? 4 : self.lines.count, isEmpty: self.rows.isEmpty)
    }

    func count(_ context: PaneContext) -> Int? { self.rows.count }

    func selection(_ context: PaneContext) -> PaneSelection? {
        self.selectedBinding.map(PaneSelection.binding)
    }

    func followed(_ context: PaneContext) -> PaneSelection? { nil }

    func inspectReason(_ context: PaneContext) -> String? {
        "bindings have no details; Enter shows the events"
    }

    func orderReason() -> String? {
        self.rows.isEmpty ? "nothing to sort" : nil
    }
}
