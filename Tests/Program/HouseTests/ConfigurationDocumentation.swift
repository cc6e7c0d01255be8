import FeatureList
import Scripts
import TextScreen

@testable import Dashboard
@testable import DashboardConfiguration
@testable import DashboardParts

/// The page `docs/configuration.md`, made from the tables of keys and commands.
enum ConfigurationDocumentation {
    /// The whole page.
    static var markdown: String {
        Self.introduction + Self.keys + Self.layouts + Self.filters + Self.keyNames + Self.commands
            + Self.state
    }

    private static let introduction = """
        # Configuration

        This page is made from the tables of keys in \
        `Sources/Screen/DashboardConfiguration/ConfigurationKey.swift` \
        and of commands in `Sources/Screen/Dashboard/Commands` and `Sources/Features`.

        buoy needs no configuration. Settings go in a TOML file: the one given with `--config`, \
        or else by the variable `BUOY_CONFIG`, or else `$XDG_CONFIG_HOME/buoy/config.toml`, by \
        default `~/.config/buoy/config.toml`.

        ```
        mkdir -p ~/.config/buoy
        buoy config --print-default > ~/.config/buoy/config.toml
        buoy config --check
        ```

        The printed file lists every key with its default, commented out. All errors in a file \
        are reported at once, with their lines, and the program does not start (exit code 2). \
        `:reload` and the signal SIGUSR2 reload \
        it while the program runs; if it has errors, the previous settings stay in effect. `buoy \
        config --paths` prints \
        where files are looked for, and `buoy info` what is known about your terminal.

        In order of precedence: arguments, the environment, what you set inside the program, the \
        configuration, the defaults.

        Do not put secrets in it: see `--secret-file` and [servers by name](servers.md#secrets). \
        [Editors](servers.md#in-an-editor) can complete and check it with a schema.

        ## Keys of the file

        | key | takes | default | what it does |
        | --- | --- | --- | --- |

        """

    private static var keys: String {
        ConfigurationKey.allCases.map { key in
            let kind = key.entry.form.expected.replacing("|", with: "\\|")
            return "| `\(key.name)` | \(kind) | `\(key.entry.standard)` | \(key.entry.summary) |\n"
        }.joined()
    }

    private static let layouts = """

        A key with a dot belongs to a table: `history.events` is `events` in `[history]`. The \
        path of a theme may start with `~/`; other relative paths start at the folder of the \
        file.

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

        Every key is optional; the preset supplies the rest. `a` lists the layouts, `:layout \
        review` selects one, and `:save-layout` saves the current arrangement under a name.


        """

    private static let filters = """
        ## Filters of your own

        ```toml
        [filters]
        money = "event:order.* data.amount>100"
        quiet = "-event:typing -@money"
        ```

        A name consists of letters, digits, `_`, `-` and `.`. `F` lists the filters, and \
        `@money` stands for one in other [filters](filter.md), including those of the file. \
        Errors in a filter are reported with line and character.

        ## Servers by name

        ```toml
        [servers.prod]
        cluster = "eu"
        key = "your-app-key"
        secret_command = ["pass", "show", "buoy/prod"]
        channels = ["orders"]
        color = "red"
        read_only = true
        ```

        `buoy prod` connects to it. [Servers by name](servers.md) lists the keys.

        ## Alerts

        ```toml
        [[alerts]]
        name = "failed orders"
        when = "event:order.failed"
        rate = "> 5/m"
        exec = ["logger", "-t", "buoy"]
        ```

        Each `[[alerts]]` is a rule that rings the bell, shows a notification or runs a program. \
        [Alerts](alerts.md) lists the keys.

        ## Keys of commands

        ```toml
        [keys]
        subscribe = ["s", "Ctrl-N"]
        quit = []                # no key; :quit still works

        [keys.channels]
        unsubscribe = ["u", "Del"]
        ```

        `[keys]` sets keys for all panes, `[keys.channels]` for one. A key of one pane takes \
        precedence over the same key of all panes. A command that is listed has only the keys \
        listed for it; all other commands keep theirs. Two commands on the same key in the same \
        place are an error that names both. Ctrl-C is always `quit-now`.


        """

    private static var keyNames: String {
        let panes = Catalog.whole.panes.map { "`\($0.configurationName)`" }.joined(separator: ", ")
        let keys = KeyName.documented.map { "`\($0)`" }.joined(separator: ", ")
        return """
            The panes are \(panes).

            A key is one character, `Ctrl-` or `Alt-` with a character, `Ctrl-` or `Alt-` with an \
            arrow, `F1` to `F24`, or \(keys). Terminals send `Tab` for Ctrl-I, `Enter` for Ctrl-M \
            and Ctrl-J, `Backspace` for Ctrl-H, and `Esc` for Ctrl-[; write the name of what is \
            sent. Keys that edit a prompt cannot be changed.

            | command | default keys | what it does |
            | --- | --- | --- |

            """
    }

    private static var commands: String {
        Catalog.whole.commands.map { command in
            let keys = Self.keys(of: command).joined(separator: ", ")
            return "| `\(command.name)` | \(keys) | \(command.summary) |\n"
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
            let places = Catalog.whole.panes.filter(panes.contains).map(\.configurationName)
            return places.isEmpty ? name : "\(name) in \(places.joined(separator: ", "))"
        }
    }

    private static let state = """

        ## What is kept between runs

        What you set inside the program is kept between runs in \
        `$XDG_STATE_HOME/buoy/state.toml` (by default `~/.local/state/buoy/state.toml`), which \
        only you can read: the theme, the layout and its splits, saved layouts and filters, the \
        time format, sort orders, the connection rows, wrapping, the mouse, and the history of \
        prompts. It never contains secrets, events or client events.

        The layout, and the history of prompts that take names of channels and events, are kept \
        for each server and app key: what you do on one server is not seen on another. The \
        channels that you subscribed to on a server are completed there the next time. For a \
        [server by name](servers.md), they are kept under its name, and so is the theme if the \
        server has one of its own.

        `:set KEY VALUE` changes one of the keys above inside the program, and Tab completes it: \
        `:set times utc`. Keys that count at the start only, such as `history.events`, are told \
        as the line to write.

        A setting is stored together with what the configuration said when you changed it. If \
        you change that key in the configuration later, the configuration takes effect again: \
        the last change wins, wherever it was made. Arguments and variables apply to one run and \
        are not stored. A file that cannot be understood is renamed to `state.toml.broken`, and \
        the program says so.

        Several programs can run at the same time. Each saves only what was changed or removed in \
        it, under the lock `state.toml.lock`; the rest stays as the others left it, and lines of \
        prompts are put together in the order of their use. What cannot be saved is told, and \
        saved with the next change. Where files cannot be locked, buoy warns and saves without.

        """
}
