import BuoyFeatureList
import BuoyScripts
import BuoyTextScreen

@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

/// The page `docs/configuration.md`, made from the table of keys.
enum ConfigurationDocumentation {
    /// The whole page.
    static var markdown: String {
        Self.introduction + Self.keys + Self.layouts + Self.filters + Self.sections
            + Self.keyNames + Self.keyboards + Self.state
    }

    private static let introduction = """
        # Configuration

        buoy works without a configuration. Settings go in a TOML file: the one given by \
        `--config`, else by the variable `BUOY_CONFIG`, else `$XDG_CONFIG_HOME/buoy/config.toml` \
        (default: `~/.config/buoy/config.toml`). Start from a file that lists every key with its \
        default, commented out:

        ```sh
        mkdir -p ~/.config/buoy
        buoy config --print-default > ~/.config/buoy/config.toml
        buoy config --check
        ```

        `--check` reports all errors together, with line numbers. If the file has errors, buoy \
        does not start (exit code 2). `:reload` and the signal SIGUSR2 reload the file while the \
        dashboard is running; if it has errors, the previous settings stay in effect. `buoy config \
        --paths` prints where buoy looks for files.

        In order of precedence: arguments, the environment, settings made in the dashboard, the \
        configuration, the defaults.

        The file never contains secrets: see [servers](servers.md#secrets). Your \
        [editor](servers.md#in-an-editor) can complete and check it.

        ## Keys in the file

        | key | takes | default | what it does |
        | --- | --- | --- | --- |

        """

    private static var keys: String {
        ConfigurationKey.allCases.map { key in
            let kind = key.entry.form.expected.replacing("|", with: "\\|")
            return "| `\(key.name)` | \(kind) | `\(key.entry.standard)` | \(key.entry.summary) |\n"
        }.joined()
    }

    private static var layouts: String {
        let presets = LayoutSettings.Preset.allCases
            .map { "| `\($0.rawValue)` | \($0.summary) |\n" }.joined()
        return Self.layoutKeys + presets + Self.customLayouts
    }

    private static let layoutKeys = """

        A key with a dot belongs to a table: `history.events` is `events` in `[history]`. A theme \
        path may start with `~/`; other relative paths are relative to the file's folder.

        `buoy --set layout=events --set mouse=false` sets keys for one run, like `:set` in the \
        dashboard.

        ## Layouts

        | layout | purpose |
        | --- | --- |

        """

    private static let customLayouts = """

        `a` lists the layouts, `:layout NAME` selects one. `+` and `-` resize the focused pane, `z` \
        zooms it. `:save-layout NAME` saves the arrangement; `:layout standard` resets it. The layout \
        persists between runs. In the file:

        ```toml
        layout = "review"

        [layouts.review]
        preset = "presence"      # standard, events, presence or debugging
        lists = 40               # percent of the rows for the lists, above the events
        inspector = 60           # percent of the rows for the events, above the inspector
        left = 30                # percent of the columns for the left column
        right = 80               # percent of the columns for all but the right column
        ```

        Every key is optional; the preset supplies the rest.


        """

    private static let filters = """
        ## Saved filters

        ```toml
        [filters]
        money = "event:order.* data.amount>100"
        quiet = "-event:typing -@money"
        ```

        A name consists of letters, digits, `_`, `-` and `.`. `F` lists the filters. Write \
        `@money` to include one in another [filter](watch.md#the-filter), saved or not. Filter \
        errors are reported with the line and character.


        """

    private static let sections = """
        ## Servers and alerts

        ```toml
        [servers.prod]
        cluster = "eu"
        key = "your-app-key"

        [[alerts]]
        name = "failed orders"
        when = "event:order.failed"
        rate = "> 5/m"
        ```

        `buoy prod` connects to that server; [servers](servers.md#keys) lists the keys. An alert \
        rings the bell, shows a notification or runs a program; [operating](operating.md#alerts) \
        lists its keys.

        ## Keys of commands

        ```toml
        [keys]
        subscribe = ["s", "Ctrl-N"]
        quit = []                # no key; :quit still works
        "next pane" = ["Tab"]    # a name of two words is quoted

        [keys.channels]
        unsubscribe = ["u", "Del"]
        ```

        [Keys](keys.md) lists all command names with their default keys. `[keys]` sets keys for \
        all panes; `[keys.channels]` sets keys for one pane, where they take precedence. A listed \
        command has only the keys listed for it; all other commands keep their defaults. It is an \
        error to assign two commands to the same key in the same place; the message names both. \
        Ctrl-C always runs `quit now`.


        """

    private static var keyNames: String {
        let panes = Catalog.whole.panes.map { "`\($0.configurationName)`" }.joined(separator: ", ")
        let keys = KeyName.documented.map { "`\($0)`" }.joined(separator: ", ")
        return """
            The panes are \(panes).

            A key is a single character, `Ctrl-` or `Alt-` plus a character, `Ctrl-` or `Alt-` \
            plus an arrow, `F1` to `F24`, or \(keys). Terminals send `Tab` for Ctrl-I, `Enter` for \
            Ctrl-M and Ctrl-J, `Backspace` for Ctrl-H, and `Esc` for Ctrl-[; write the name of the \
            key that is sent. Prompt-editing keys cannot be changed. After Esc, buoy waits briefly for \
            the rest of a key sequence (`escape-delay`), except in terminals with the kitty keyboard \
            protocol.

            """
    }

    private static let keyboards = """

        ### German and French keyboards

        No command requires AltGr. These keymaps also avoid Shift:

        ```toml
        # German (QWERTZ)
        [keys]
        "previous change" = ["ö", "{", "Alt-Up"]
        "next change" = ["ä", "}", "Alt-Down"]
        search = ["#", "/"]
        help = ["ß", "?", "F1"]
        command-line = ["ü", ":"]
        ```

        ```toml
        # French (AZERTY): the digits without Shift; the filter moves from & to *
        [keys]
        "show channels" = ["1", "&"]
        "show members" = ["2", "é"]
        "show events" = ["3", "\\""]
        "show bindings" = ["4", "'"]
        "show inspector" = ["5", "("]
        "connection-view log" = ["6", "-"]
        "show occupied" = ["8", "_"]
        "show connection" = ["0", "à"]
        filter = ["f", "*"]
        "resize smaller" = [")"]
        "resize larger" = ["=", "+"]
        search = ["!", "/"]
        "next mark" = [";", "."]
        ```

        """

    private static let state = """

        ## Settings kept between runs

        buoy saves settings made in the dashboard in `$XDG_STATE_HOME/buoy/state.toml` (default: \
        `~/.local/state/buoy/state.toml`), which only you can read: the theme, the layout and its \
        splits, saved layouts and filters, the time format, sort orders, connection rows, \
        wrapping, the mouse, and the prompt history. The file never contains secrets, events or \
        client events.

        The layout and the history of channel and event names are kept separately for each server \
        and app key, or for each [named server](servers.md), so nothing you do on one server shows \
        up on another.

        `:set KEY VALUE` changes a key inside the dashboard, with completion: `:set times utc`. \
        For keys that take effect only at startup, such as `history.events`, it prints the line to \
        add to the file.

        Each setting is stored together with the configuration's value at the time. If you later \
        change that key in the configuration, the configuration takes effect again: the last \
        change wins. Arguments and variables apply to one run and are not stored. buoy renames a \
        damaged file to `state.toml.broken` and warns you. A file that it did not write stays, and \
        nothing is saved.

        Several dashboards can run at the same time. Each saves only its own changes, using the \
        lock `state.toml.lock`, and merges the prompt history. If changes cannot be saved, buoy \
        reports them and saves them with the next change. If files cannot be locked, buoy warns \
        you and saves without a lock.

        """
}
