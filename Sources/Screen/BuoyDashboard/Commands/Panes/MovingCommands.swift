import BuoyTextScreen
import ChannelsEventWords

extension Command {
    static let movingCommands: [Command] = [
        up, down, left, right, top, bottom, halfPageUp, halfPageDown, pageUp, pageDown,
    ]

    static let up: Command = moving("up", [.init(.up), "k"], "Up", "Moves up one row.", .rows(-1))
    static let down: Command = moving(
        "down", [.init(.down), "j"], "Down", "Moves down one row.", .rows(1))

    static let left: Command = .init(
        "left", .moving, keys: [.init(.left), "h"], title: "Left",
        summary: "Scrolls events and data left or folds a tree node; "
            + "in the laboratory, plays the previous script; elsewhere, focuses the previous pane.",
        change: { $0.moveSideways(-1) })

    static let right: Command = .init(
        "right", .moving, keys: [.init(.right), "l"], title: "Right",
        hint: "next script",
        summary: "Scrolls events and data right or unfolds a tree node; "
            + "in the laboratory, plays the next script; elsewhere, focuses the next pane.",
        change: { $0.moveSideways(1) })

    static let top: Command = moving(
        "top", ["g", .init(.home)], "Top", "Goes to the first row.", .top)
    static let bottom: Command = moving(
        "bottom", ["G", .init(.end)], "Bottom",
        "Goes to the last row; the event log follows again.", .bottom)
    static let halfPageUp: Command = moving(
        "half-page-up", [.init(.control("U"))], "Half a page up", "Moves up half a page.",
        .halfPages(-1))
    static let halfPageDown: Command = moving(
        "half-page-down", [.init(.control("D"))], "Half a page down", "Moves down half a page.",
        .halfPages(1))
    static let pageUp: Command = moving(
        "page-up", [.init(.pageUp), .init(.control("B"))], "Page up", "Moves up one page.",
        .pages(-1))
    static let pageDown: Command = moving(
        "page-down", [.init(.pageDown), .init(.control("F"))], "Page down",
        "Moves down one page.", .pages(1))

    private static func moving(
        _ name: String, _ keys: [KeyBinding], _ title: String, _ summary: String,
        _ movement: Movement
    ) -> Command {
        Command(
            name, .moving, keys: keys, title: title, summary: summary,
            change: { $0.move(movement) })
    }
}
