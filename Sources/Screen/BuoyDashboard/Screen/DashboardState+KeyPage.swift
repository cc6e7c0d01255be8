import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

// The first page of the help: what can be done now.
extension DashboardState {
    var keyPage: KeyPage {
        let hinted = self.catalog.row(self.focus)?.hints ?? []
        let connection: [CommandName] = [
            "connect", "reconnect", "disconnect", "ping", "faults", "show connection",
        ]
        let shows = self.catalog.profiles.filter { $0.home == .alone }.map {
            CommandName("show \($0.id.configurationName)")
        }
        let own = self.items(Array(hinted.prefix(8)))
        return KeyPage(
            left: self.modes + [
                .init(self.focus.title, own),
                .init("Connection", self.items(connection.filter { !hinted.contains($0) })),
                .init("Shows", self.items(shows)),
            ],
            right: [.init("Everywhere", self.everywhere(besides: hinted))],
            symbols: self.symbols, commandCount: self.catalog.listed.count)
    }

    /// The keys of a replay and of several servers, which come first while they apply.
    private var modes: [KeyPage.Group] {
        let servers: [CommandName] = [
            "next server", "beside", "merge", "compare", "differences", "server",
        ]
        let times: [CommandName] = [
            "stop-time", "speed slower", "speed faster", "seek -10s", "seek +10s", "step",
        ]
        return [
            .init("Replay", self.isReplay ? self.items(times) : []),
            .init("Servers", self.options.opened.isEmpty ? [] : self.items(servers)),
        ]
    }

    private func everywhere(besides hinted: [CommandName]) -> [KeyPage.Item] {
        let names: [CommandName] = [
            "filter", "search", "pause", "subscribe", "bind", "trigger", "export", "copy",
            "copy as", "zoom", "layout", "undo", "command-line", "quit",
        ]
        let items = [
            KeyPage.Item(keys: "Tab", words: "next pane"),
            KeyPage.Item(keys: "digit", words: "pane"),
        ]
        return items + self.items(names.filter { !hinted.contains($0) })
    }

    private func items(_ names: [CommandName]) -> [KeyPage.Item] {
        names.compactMap { name in
            guard let command = self.catalog.command(name),
                self.unavailableReason(for: command) == nil,
                let key = self.options.keymap.hintKey(for: name, in: self.focus)
            else { return nil }
            let hint = command.hint?.text(self) ?? ""
            let words = hint.isEmpty ? command.title.lowercased() : hint
            return KeyPage.Item(
                keys: key, words: words.replacing("go to ", with: ""))
        }
    }

    private var symbols: [KeyPage.Item] {
        let canvas = self.screen()
        // Not the last lines: some of their keys look like symbols.
        let cells = canvas.cells.prefix(max(self.layout.status.y, 0) * canvas.width)
        let header = cells.prefix(self.layout.header.endY * canvas.width)
        let (above, below) = (Self.signs(header), Self.signs(cells.dropFirst(header.count)))
        return ScreenLegend.shortSigns(self.options.glyphs).filter { sign in
            (sign.isInHeader ? above : below)[sign.glyph].map { !$0.isDisjoint(with: sign.roles) }
                ?? false
        }.map { KeyPage.Item(keys: String(Character($0.glyph)), words: $0.words) }
    }

    /// The signs that are not part of a word, with the roles in which they are drawn.
    private static func signs(_ cells: ArraySlice<Cell>) -> [Unicode.Scalar: Set<Role>] {
        var found: [Unicode.Scalar: Set<Role>] = [:]
        for index in cells.indices {
            let isInWord = [index - 1, index + 1].contains {
                cells.indices.contains($0) && cells[$0].scalar.properties.isAlphabetic
            }
            if !isInWord { found[cells[index].scalar, default: []].insert(cells[index].role) }
        }
        return found
    }
}
