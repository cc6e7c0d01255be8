import BuoyTextScreen
import ChannelsEventWords

extension Command {
    static let movingCommands: [Command] = [
        move, up, down, left, right, top, bottom, halfPageUp, halfPageDown, pageUp, pageDown, next,
        previous,
    ]

    static let move: Command = .variants(
        "move", .moving, title: "Move", form: "up|down|left|right|…", of: "direction",
        summary: "Moves the selection: by rows, pages, sideways, to an end, or in the inspector.")

    static let next: Command = .variants(
        "next", .moving, title: "Next", form: "match|mark|change|pane|server", of: "place",
        summary: "Goes to the next match, marked row, connection change, pane or server.")

    static let previous: Command = .variants(
        "previous", .moving, title: "Previous", form: "match|mark|change|pane|server",
        of: "place",
        summary: "Goes to the previous match, marked row, connection change, pane or server.")

    static let up: Command = moving(
        "move up", [.init(.up), "k"], "Up", "Moves up one row.", .rows(-1))
    static let down: Command = moving(
        "move down", [.init(.down), "j"], "Down", "Moves down one row.", .rows(1))

    static let left: Command = .init(
        "move left", .moving, keys: [.init(.left), "h"], title: "Left",
        summary: "Scrolls events and data left or folds a tree node; "
            + "in the laboratory, plays the previous script; elsewhere, focuses the previous pane.",
        change: { $0.moveSideways(-1) })

    static let right: Command = .init(
        "move right", .moving, keys: [.init(.right), "l"], title: "Right",
        hint: "next script",
        summary: "Scrolls events and data right or unfolds a tree node; "
            + "in the laboratory, plays the next script; elsewhere, focuses the next pane.",
        change: { $0.moveSideways(1) })

    static let top: Command = moving(
        "move top", ["g", .init(.home)], "Top", "Goes to the first row.", .top)
    static let bottom: Command = moving(
        "move bottom", ["G", .init(.end)], "Bottom",
        "Goes to the last row; Events follows the newest event again.", .bottom)
    static let halfPageUp: Command = moving(
        "move half-page-up", [.init(.control("U"))], "Half a page up", "Moves up half a page.",
        .halfPages(-1))
    static let halfPageDown: Command = moving(
        "move half-page-down", [.init(.control("D"))], "Half a page down",
        "Moves down half a page.",
        .halfPages(1))
    static let pageUp: Command = moving(
        "move page-up", [.init(.pageUp), .init(.control("B"))], "Page up", "Moves up one page.",
        .pages(-1))
    static let pageDown: Command = moving(
        "move page-down", [.init(.pageDown), .init(.control("F"))], "Page down",
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
