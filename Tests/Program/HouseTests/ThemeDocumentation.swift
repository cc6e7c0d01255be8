import TextScreen

@testable import DashboardConfiguration

/// The page `docs/themes.md`, made from the roles and the built-in themes.
enum ThemeDocumentation {
    /// The whole page.
    static var markdown: String {
        Self.introduction + Self.list + Self.format + Self.roles
    }

    private static let introduction = """
        # Themes

        This page is made from the roles in `Sources/Base/TextScreen/Theme/Role.swift` and the built-in themes.

        What the dashboard draws has a role, such as `state.connected`. A theme says what each \
        role looks like. `buoy --theme NAME` takes a built-in theme or one of your own; a value \
        with a slash is the path of a file. Without the option, the theme is the one in \
        `BUOY_THEME`, or else the one selected in the program, or else the one in the \
        [configuration](configuration.md). If `NO_COLOR` is set, it is `mono`: no colours, only \
        bold, underline and the like. No state is shown by colour alone: each has a symbol and a \
        word.

        Your own themes are looked for as `NAME.toml` in `$XDG_CONFIG_HOME/buoy/themes`, then in \
        `buoy/themes` of each directory of `$XDG_DATA_DIRS`. A file there replaces a built-in \
        theme of \
        the same name.

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

        `default` uses the sixteen colours of your terminal on its own background, and `mono` \
        uses none. The themes for high contrast and for colour-blind people are checked for what \
        their names promise. In the well-known palettes, some tones are lighter or darker than \
        the original where the original is hard to read.

        ## The format

        Each theme is one TOML file. This one changes a few things in the default theme:

        ```toml
        name = "Mine"                # for people; --theme takes the name of the file
        variant = "dark"             # or "light" or "any": the backgrounds it is made for
        author = "Ana"
        license = "MIT"
        extends = "default"          # what is not set here comes from there
        background = "default"       # do not paint a background

        [palette]
        sea = "#2aa198"              # a name, #rrggbb, a number from 0 to 255, or "default"
        foam = "$sea"                # or another colour of the palette

        [palette.256]
        sea = 37                     # for terminals with 256 colours; otherwise the nearest is taken

        [palette.16]
        sea = "cyan"                 # for terminals with 16 colours: black … bright-white

        [roles]
        title = { fg = "$sea", bold = true }

        [roles.state]
        connected = "$sea"

        [glyphs.unicode]             # symbols of the states; also [glyphs.vt] and [glyphs.ascii]
        connected = "◆"
        ```

        A role is a colour, or a table of `fg`, `bg`, `bold`, `dim`, `italic`, `underline` and \
        `reverse`; `event.accents` is a list of six of them. Values that cannot be read are \
        errors with their line; unknown names are errors with a suggestion.

        `extends` is the name of a theme in the same folder, of one of your own, or of a \
        built-in one, in this order, or the path of a file. A file that extends its own name \
        extends the next theme of that name: `nord.toml` with `extends = "nord"` changes the \
        built-in Nord. Roles, \
        colours and symbols are inherited one by one. A colour with a new value keeps its entry \
        in `[palette.16]`, but not its entry in `[palette.256]`.

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
        base08 = "#ff5555"           # red, and so on: orange, yellow, green, cyan, blue, magenta
        base09 = "#ffb86c"
        base0A = "#f1fa8c"
        base0B = "#50fa7b"
        base0C = "#8be9fd"
        base0D = "#80bfff"
        base0E = "#ff79c6"
        ```

        The roles use the names `bg`, `panel`, `sel`, `line`, `muted`, `fg`, `strong`, `red`, \
        `orange`, `yellow`, `green`, `cyan`, `blue`, `magenta` and `sixth`, a colour of channels and \
        members that is never red. Each can be set by itself: \
        `muted = "$base03"`.

        ## What is checked

        Built-in themes pass these checks, with any colour and as reduced to 256 colours:

        - text, titles, notices and states have a contrast of 4.5 to what is behind them, and \
        everything else that is read one of 3 (WCAG 2); so has all text on a selected row;
        - no text disappears with 16 colours, and a selected row differs from the others;
        - two states of the connection differ by 0.05 in OKLab, also with 16 colours, and also for \
        people with protanopia, deuteranopia or tritanopia (simulated as in Machado, Oliveira and \
        Fernandes, 2009), or one of them is underlined;
        - without colours they differ by attributes or symbols.

        High contrast means 7, and 4.5 for everything else. In the themes for colour-blind \
        people the \
        states differ by 0.08, and an underline does not count. The terminal's own colours are \
        yours: \
        nothing is measured between them.

        ## Roles

        The letter stands for the role in golden screens (`Tests/Screen/DashboardTests/Screens`).

        | role | letter | what it is |
        | --- | --- | --- |

        """

    private static var roles: String {
        Role.allCases.map { "| `\($0.name)` | `\($0.code)` | \($0.summary) |\n" }.joined()
    }
}
