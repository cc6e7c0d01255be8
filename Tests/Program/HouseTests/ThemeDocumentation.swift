import BuoyTextScreen

@testable import BuoyDashboardRuntime

/// The page `docs/themes.md`, made from the roles and the built-in themes.
enum ThemeDocumentation {
    /// The whole page.
    static var markdown: String {
        Self.introduction + Self.list + Self.format + Self.roles
    }

    private static let introduction = """
        # Themes

        `buoy --theme NAME` selects a built-in theme or one of yours; a name with a slash is a \
        file path. Ctrl-T lists the themes and previews the selected one. Without `--theme`, buoy \
        uses the theme in `BUOY_THEME`, else the one selected in the dashboard, else the one in \
        the [configuration](configuration.md). `NO_COLOR` selects `mono`, which uses bold, \
        underline and the like instead of colours. A state is never shown by colour alone: each \
        also has a symbol and a word.

        ## Built-in themes


        """

    private static var list: String {
        let head = "| name | for | |\n| --- | --- | --- |\n"
        let rows = ThemeSearch.builtIn.available().map { theme in
            let variant = theme.variant.map(Self.words) ?? ""
            return "| `\(theme.id)` | \(variant) | \(theme.author ?? "") |\n"
        }
        return head + rows.joined()
    }

    private static func words(_ variant: Theme.Variant) -> String {
        switch variant {
        case .dark: "dark"
        case .light: "light"
        case .any: "dark and light"
        }
    }

    private static let format = """

        `default` uses the sixteen colours of your terminal on its own background. The \
        `high-contrast` and `cvd` (colour vision deficiency) themes are tested to live up to their \
        names. In the well-known palettes, tones that would be hard to read are lighter or darker \
        than in the original.

        ## Write a theme

        Save your theme as `NAME.toml` in `$XDG_CONFIG_HOME/buoy/themes`, or in `buoy/themes` \
        under a directory in `$XDG_DATA_DIRS`; it replaces a built-in theme with the same name. \
        `buoy config themes --check NAME` reports errors and hard-to-read colours. This theme \
        changes a few parts of the default theme:

        ```toml
        name = "Mine"                # for people; --theme takes the name of the file
        variant = "dark"             # or "light" or "any": the backgrounds it is made for
        author = "Ana"
        license = "MIT"
        extends = "default"          # the source of everything not set here
        background = "default"       # do not paint a background

        [palette]
        sea = "#2aa198"              # a name, #rrggbb, a number from 0 to 255, or "default"
        foam = "$sea"                # or another colour of the palette

        [palette.256]
        sea = 37                     # for terminals with 256 colours; by default the nearest

        [palette.16]
        sea = "cyan"                 # for terminals with 16 colours: black … bright-white

        [roles]
        title = { fg = "$sea", bold = true }

        [roles.state]
        connected = "$sea"

        [glyphs.unicode]             # symbols of the states; also [glyphs.vt] and [glyphs.ascii]
        connected = "◆"
        ```

        A role is a colour or a table with `fg`, `bg`, `bold`, `dim`, `italic`, `underline` and \
        `reverse`; `event.accents` is a list of six roles. Errors for invalid values include the \
        line; errors for unknown names include a suggestion.

        `extends` names a theme in the same folder, else one of yours, else a built-in theme; \
        it can also be a file path. A theme that extends its own name extends the next theme with \
        that name: `nord.toml` with `extends = "nord"` changes the built-in Nord. Roles, colours \
        and symbols are inherited one by one. A colour with a new value keeps its entry in \
        `[palette.16]`, but not in `[palette.256]`.

        ## Base16 palettes

        The sixteen colours of a base16 palette make a theme. The hash signs are required:

        ```toml
        name = "Dracula"
        extends = "base16-dark"      # or "base16-light"

        [palette]
        base00 = "#282a36"           # background
        base01 = "#363447"           # the selected row of other panes
        base02 = "#44475a"           # the selected row
        base03 = "#6272a4"           # rules
        base04 = "#9ea8c7"           # muted text
        base05 = "#f8f8f2"           # text
        base07 = "#ffffff"           # titles
        base08 = "#ff6e6e"           # red, and so on: orange, yellow, green, cyan, blue, magenta
        base09 = "#ffb86c"
        base0A = "#f1fa8c"
        base0B = "#50fa7b"
        base0C = "#8be9fd"
        base0D = "#80bfff"
        base0E = "#ff79c6"
        ```

        Roles use the names `bg`, `panel`, `sel`, `line`, `muted`, `fg`, `strong`, `red`, \
        `orange`, `yellow`, `green`, `cyan`, `blue`, `magenta` and `sixth` (a colour of channels \
        and members that is never red). Set one directly with `muted = "$base03"`.

        ## Roles

        Everything on the screen has a role, such as `state.connected`. The letter represents the \
        role in the tests' golden screens.

        | role | letter | what it is |
        | --- | --- | --- |

        """

    private static var roles: String {
        Role.allCases.map { "| `\($0.name)` | `\($0.code)` | \($0.summary) |\n" }.joined()
    }
}
