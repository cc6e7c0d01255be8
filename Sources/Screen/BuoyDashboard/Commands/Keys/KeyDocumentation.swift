import BuoyTextScreen
import ChannelsEventWords

/// `docs/keys.md`, made from the table of commands.
package enum KeyDocumentation {
    package static func markdown(_ catalog: Catalog) -> String {
        var page = self.introduction
        for section in catalog.sections {
            page += "\n## \(section.title)\n\n"
            page += "| keys | command | name | what it does | panes |\n"
            page += "| --- | --- | --- | --- | --- |\n"
            for command in catalog.listed where command.section == section {
                page += self.row(command, catalog.variants(of: command))
            }
        }
        page += "\n## In a prompt\n\n" + self.promptTable + "\n" + self.commandLine(catalog)
        return page + self.symbols + ScreenLegend.markdown
    }

    private static let introduction = """
        # Keys

        Press `?` for the keys that matter now, and `?` again for this list with a search; Enter \
        runs the selected command. `buoy config keys` prints the keys in effect.

        A key works in every pane unless the last column names the panes. While a prompt or a list \
        is open, keys edit text or select items instead.

        The names are for the command line (`:pause`) and for the configuration, without the colon: \
        `keys.pause = ["p"]` sets the keys for all panes, `keys.channels.unsubscribe = ["u", "Del"]` \
        for one, where it takes precedence; a name of two words is quoted, as in \
        `keys."next pane" = ["Tab"]` ([keys of \
        commands](configuration.md#keys-of-commands)). `?` shows the current configuration line of \
        each command.

        This page is generated from the table of commands in `Sources/Screen/BuoyDashboard/Commands` and \
        `Sources/Features`.

        """

    private static let symbols = """

        ## Symbols

        `? ?` shows all symbols. `--ascii` uses the second column. Themes can replace symbols.


        """

    private static func row(_ command: Command, _ variants: [Command]) -> String {
        let keys = variants.filter { !$0.defaultKeys.isEmpty }.map { variant in
            self.keys(of: variant) + " " + variant.name.dropFirst(command.name.count + 1)
        }
        let panes = ([command] + variants).filter { !$0.defaultKeys.isEmpty }
            .map { self.panes(of: $0) }
        let all = panes.contains([]) ? [] : panes.reduce(into: Set()) { $0.formUnion($1) }
        let form = command.commandLineForm.split(separator: "|").joined(separator: "\\|")
        let own = command.defaultKeys.isEmpty ? [] : [self.keys(of: command)]
        return "| \((own + keys).joined(separator: ", ")) | \(command.title) | `\(form)` "
            + "| \(command.summary) | \(self.list(all)) |\n"
    }

    private static func keys(of command: Command) -> String {
        var names: [String] = []
        for (index, binding) in command.defaultKeys.enumerated() {
            let key = binding.key
            guard command.defaultKeys.firstIndex(where: { $0.key == key }) == index else {
                continue
            }
            let panes = self.panes(of: command.defaultKeys.filter { $0.key == key })
            let isOfAll = panes == self.panes(of: command)
            names.append("`\(key.name)`" + (isOfAll ? "" : " in \(self.list(panes))"))
        }
        return names.joined(separator: " ")
    }

    private static func panes(of command: Command) -> Set<PaneID> {
        self.panes(of: command.defaultKeys)
    }

    private static func panes(of keys: [KeyBinding]) -> Set<PaneID> {
        guard keys.allSatisfy({ !$0.panes.isEmpty }) else { return [] }
        return keys.reduce(into: []) { $0.formUnion($1.panes) }
    }

    private static func list(_ panes: Set<PaneID>) -> String {
        guard !panes.isEmpty else { return "all" }
        return panes.sorted { $0.number < $1.number }.map(\.title).joined(separator: ", ")
    }

    private static var promptTable: String {
        var table = "| keys | what it does |\n| --- | --- |\n"
        for (keys, what) in Prompt.editingKeys { table += "| \(keys) | \(what) |\n" }
        return table
    }

    private static func commandLine(_ catalog: Catalog) -> String {
        var text = """
            ## The command line

            `:` opens the command line. Type a name and its argument: `:subscribe chat news`, \
            `:unsubscribe presence-*`, `:filter size>2k`, `:times utc`. Without an argument, a command \
            does the same as its key. Any unambiguous prefix of a name is enough, and Tab completes \
            names, channels, events, themes, layouts and saved filters. There are also short forms:

            | short | name |
            | --- | --- |

            """
        for (name, command) in catalog.shortForms {
            text += "| `:\(name)` | `:\(command.name)` |\n"
        }
        return text
    }
}
