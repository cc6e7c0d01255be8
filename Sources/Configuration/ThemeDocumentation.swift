import TextScreen

/// The page `docs/themes.md`, made from the roles and the built-in themes.
package enum ThemeDocumentation {
    /// The whole page.
    package static var markdown: String {
        Self.introduction + Self.list + Self.format + Self.roles
    }

    private static let introduction = """
        # Themes

        This page is made from the roles in `Sources/TextScreen/Role.swift` and the built-in themes.

        What the dashboard draws has a role, such as `state.connected`. A theme says what each role \
        looks like. `buoy --theme NAME` takes a built-in theme or one of your own; a value with a \
        slash is the path of a file. Without the option, `BUOY_THEME` names the theme. When \
        `NO_COLOR` is set it is `mono`: no colours, only bold, underline and the like. No state is \
        told by colour alone: each has a sign and a word of its own.

        Your own themes are looked for as `NAME.toml` in `$XDG_CONFIG_HOME/buoy/themes`, then in \
        `buoy/themes` of each directory of `$XDG_DATA_DIRS`. A file there replaces a built-in theme of \
        the same name.

        ## Built-in themes


        """

    private static var list: String {
        Self.sentences(BuiltInThemes.names.map { "`\($0)`" }) + "\n"
    }

    private static let format = """

        ## The format

        One TOML file for each theme. This one changes the default theme in two places:

        ```toml
        name = "Mine"
        extends = "default"          # roles that are not named here are taken from there
        background = "default"       # do not paint a background

        [palette]
        sea = "#2aa198"              # a name, #rrggbb, a number from 0 to 255, or "default"

        [palette.16]
        sea = "cyan"                 # for terminals with 16 colours; otherwise the nearest is taken

        [roles]
        title = { fg = "$sea", bold = true }

        [roles.state]
        connected = "$sea"
        ```

        A role is a colour, or a table of `fg`, `bg`, `bold`, `dim`, `italic`, `underline` and \
        `reverse`. What cannot be read is an error with its line; unknown names are errors with a \
        suggestion.

        ## Roles

        The letter stands for the role in golden screens (`Tests/DashboardTests/Screens`).

        | role | letter | what it is |
        | --- | --- | --- |

        """

    private static var roles: String {
        Role.allCases.map { "| `\($0.name)` | `\($0.code)` | \($0.summary) |\n" }.joined()
    }

    /// `a, b and c.`
    private static func sentences(_ items: [String]) -> String {
        guard let last = items.last else { return "None." }
        let others = items.dropLast().joined(separator: ", ")
        return others.isEmpty ? "\(last)." : "\(others) and \(last)."
    }
}
