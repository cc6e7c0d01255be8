import Dashboard
import TextScreen

/// The page `docs/configuration.md`, made from the tables of keys and commands.
package enum ConfigurationDocumentation {
    /// The whole page.
    package static var markdown: String {
        Self.introduction + Self.keys + Self.layouts + Self.filters + Self.keyNames + Self.commands
            + Self.state
    }

    private static let introduction = """
        # Configuration

        This page is made from the tables of keys in `Sources/Configuration/ConfigurationKey.swift` \
        and of commands in `Sources/Dashboard/Command+Table.swift`.

        buoy needs no configuration. What you want otherwise stands in a TOML file: the one that \
        `--config` names, or else the variable `BUOY_CONFIG`, or else \
        `$XDG_CONFIG_HOME/buoy/config.toml`, which is `~/.config/buoy/config.toml` where that \
        variable is not set.

        ```
        mkdir -p ~/.config/buoy
        buoy config --print-default > ~/.config/buoy/config.toml
        buoy config --check
        ```

        The printed file has every key in it, behind a comment sign, with what holds without it. \
        Everything that is wrong in a file is said at once, with its line, and the program does not \
        start (exit code 2). `:reload` and the signal SIGUSR2 read it again while the program runs; \
        with errors in it, what held before holds on. `buoy config --paths` prints where everything \
        is looked for, and `buoy info` what is known of your terminal.

        What counts more comes first: arguments, the environment, what you set inside the program, \
        the configuration, the defaults.

        Secrets have no place in it: see `--secret-file`.

        ## Keys of the file

        | key | takes | default | what it does |
        | --- | --- | --- | --- |

        """

    private static var keys: String {
        ConfigurationKey.allCases.map { key in
            let kind = key.entry.kind.expected.replacing("|", with: "\\|")
            return "| `\(key.name)` | \(kind) | `\(key.entry.standard)` | \(key.entry.summary) |\n"
        }.joined()
    }

    private static let layouts = """

        A key with a point stands in a table: `history.events` is `events` in `[history]`. A path of \
        a theme may begin with `~/`; other relative ones are looked for beside the file.

        ## Layouts of your own

        ```toml
        layout = "review"

        [layouts.review]
        preset = "presence"      # standard, events, presence or debugging
        lists = 40               # percent of the rows for the lists, above the events
        inspector = 60           # percent of the rows for the events, above the inspector
        left = 30                # percent of the columns for the left column
        right = 80               # percent of the columns for all but the right column
        ```

        Every key may be left out; the preset decides then. `a` lists the layouts, `:layout review` \
        uses one, and `:save-layout` gives the arrangement of now a name.


        """

    private static let filters = """
        ## Filters of your own

        ```toml
        [filters]
        money = "event:order.* data.amount>100"
        quiet = "-event:typing -@money"
        ```

        A name has letters, digits, `_`, `-` and `.`. `F` lists the filters, and `@money` stands for \
        one in other [filters](filter.md), also in those of the file. What is wrong with a filter is \
        told with the line and the character.

        ## Keys of commands

        ```toml
        [keys]
        subscribe = ["s", "Ctrl-N"]
        quit = []                # no key; :quit is there still

        [keys.channels]
        unsubscribe = ["u", "Del"]
        ```

        `[keys]` holds keys of all panes, `[keys.channels]` those of one. A key of one pane goes \
        before the same key of all panes. A command that is named anywhere has the keys that are \
        named for it, and no others; all other commands keep theirs. Two commands on one key in one \
        place are an error that names both. Ctrl-C always is `quit-now`.


        """

    private static var keyNames: String {
        let panes = PaneID.allCases.map { "`\($0.configurationName)`" }.joined(separator: ", ")
        let keys = KeyName.documented.map { "`\($0)`" }.joined(separator: ", ")
        return """
            The panes are \(panes).

            A key is one character, `Ctrl-` or `Alt-` with a character, `Ctrl-` or `Alt-` with an \
            arrow, `F1` to `F24`, or \(keys). Terminals send `Tab` for Ctrl-I, `Enter` for Ctrl-M \
            and Ctrl-J, `Backspace` for Ctrl-H, and `Esc` for Ctrl-[; those are written as what is \
            sent. Keys that edit a prompt are fixed.

            | command | default keys | what it does |
            | --- | --- | --- |

            """
    }

    private static var commands: String {
        Command.allCases.map { command in
            let keys = Self.keys(of: command).joined(separator: ", ")
            return "| `\(command.configurationName)` | \(keys) | \(command.summary) |\n"
        }.joined()
    }

    /// Each key once, with the panes in which it acts.
    private static func keys(of command: Command) -> [String] {
        var panes: [(key: KeyPress, panes: Set<PaneID>)] = []
        for binding in command.defaultKeys {
            if let index = panes.firstIndex(where: { $0.key == binding.key }) {
                panes[index].panes.formUnion(binding.panes)
            } else {
                panes.append((binding.key, binding.panes))
            }
        }
        return panes.map { key, panes in
            let name = "`\(key.name.replacing("|", with: "\\|"))`"
            let places = PaneID.allCases.filter(panes.contains).map(\.configurationName)
            return places.isEmpty ? name : "\(name) in \(places.joined(separator: ", "))"
        }
    }

    private static let state = """

        ## What is kept between runs

        What you set inside the program is kept for the next time, in \
        `$XDG_STATE_HOME/buoy/state.toml` (otherwise `~/.local/state/buoy/state.toml`), which only \
        you can read: the theme, the layout and its splits, saved layouts and filters, the form of \
        times, orders, the connection rows, wrapping, the mouse, and earlier lines of prompts. \
        Secrets, events and client events are never in it.

        A setting is kept with what the configuration said when you changed it. When you change that \
        key in the configuration later, the configuration counts again. So the last change counts, \
        wherever it was made. What arguments and variables say is for one run and is not kept. A \
        file that cannot be understood is kept aside as `state.toml.broken`, and the program says so.

        """
}
