import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

// The first page of the help: what can be done now.
extension DashboardState {
    var keyPage: KeyPage {
        let hinted = self.catalog.row(self.focus)?.hints ?? []
        let connection: [CommandName] = [
            "connect", "reconnect", "disconnect", "ping", "faults", "show-connection",
        ]
        let shows = self.catalog.profiles.filter { $0.home == .alone }.map {
            CommandName("show-\($0.id.configurationName)")
        }
        let own = self.items(Array(hinted.prefix(8)))
        return KeyPage(
            left: [
                .init(self.focus.title, own),
                .init("Connection", self.items(connection.filter { !hinted.contains($0) })),
                .init("Shows", self.items(shows)),
            ],
            right: [.init("Everywhere", self.everywhere(besides: hinted))],
            symbols: self.symbols, commandCount: self.catalog.commands.count)
    }

    private func everywhere(besides hinted: [CommandName]) -> [KeyPage.Item] {
        let names: [CommandName] = [
            "filter", "search", "pause", "subscribe", "bind", "trigger", "export", "copy",
            "copy-as", "zoom", "layout", "undo", "command-line", "quit",
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
        let rows = max(self.layout.status.y, 0)
        let found = canvas.cells.prefix(rows * canvas.width)
            .reduce(into: Set<Unicode.Scalar>()) { $0.insert($1.scalar) }
        return ScreenLegend.shortSigns(self.options.glyphs).filter { found.contains($0.glyph) }
            .map { KeyPage.Item(keys: String(Character($0.glyph)), words: $0.words) }
    }
}
