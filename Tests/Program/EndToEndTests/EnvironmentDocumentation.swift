import ArgumentParser
import DashboardRuntime
import ProgramSupport

@testable import buoy

/// The page `docs/environment.md`, made from the variables of the commands.
enum EnvironmentDocumentation {
    /// The whole page.
    static var markdown: String {
        let rows = Self.rows.map { row in
            let places = row.places.map { "`\($0)`" }.joined(separator: ", ")
            let rivals = row.variable.rivals.map { "`\($0)`" }.joined(separator: ", ")
            return "| `\(row.variable.name)` | `\(row.variable.option)` | \(places) | \(rivals) |\n"
        }
        let general = Self.rows.map(\.variable).filter(\.isForAnyServer)
            .map { "`\($0.name)`" }.joined(separator: ", ")
        return Self.introduction + rows.joined() + Self.others(general) + Self.rest
    }

    /// Each variable once, with the commands that take it.
    private static var rows: [(variable: OptionVariable, places: [String])] {
        var rows = OptionVariable.all.map { (variable: $0, places: ["buoy"]) }
        for command in Buoy.configuration.subcommands {
            guard let taking = command as? any VariableTaking.Type else { continue }
            for variable in taking.variables {
                let place = command._commandName
                if let index = rows.firstIndex(where: { $0.variable.name == variable.name }) {
                    rows[index].places.append(place)
                } else {
                    rows.append((variable, [place]))
                }
            }
        }
        return rows
    }

    private static let introduction = """
        # Environment variables

        An option takes precedence over its variable, and a variable over what you set in the \
        program and over the [configuration](configuration.md). An empty variable counts as not \
        set; so do `0`, `false` and `no` for an option without a value. An error about a value \
        names the variable that it comes from.

        ## Variables for options

        | variable | option | commands | ignored with |
        | --- | --- | --- | --- |

        """

    private static func others(_ general: String) -> String {
        """

        `buoy push` takes the app key from `BUOY_KEY` if neither `--key` nor its state file has \
        one. To see the sandbox although `BUOY_KEY` is set, run `BUOY_KEY= buoy`.

        With a [server by name](servers.md) or `--env`, only the variables that name no server \
        apply: \(general), `BUOY_CONFIG` and `BUOY_THEME`.

        ## Other variables of buoy

        | variable | purpose |
        | --- | --- |
        | `BUOY_CONFIG` | The configuration file, as `--config`, for every command that reads one. |
        | `BUOY_THEME` | The theme, as `--theme`, for `buoy`, `proxy`, `replay` and `stage`. |
        | `BUOY_SECRET` | The app's secret, for every command with `--secret-file`, and for a server by name that has no secret. Programs that buoy starts do not inherit it. |
        | `BUOY_PUSH_TOKEN` | The device token, for `buoy push register` and `buoy push token`. Programs that buoy starts do not inherit it. |


        """
    }

    private static let rest = """
        ## Terminal

        | variable | effect |
        | --- | --- |
        | `TERM` | The terminal type. With `dumb`, buoy prints the sentences of `buoy tail --plain`; without a type, it prints lines. |
        | `NO_COLOR` | Selects the theme `mono`, unless `--theme`, `--color` or the configuration says otherwise. |
        | `COLORTERM` | `truecolor` or `24bit`: the terminal shows any colour. Ignored inside GNU screen, and where tmux says otherwise. |
        | `TERM_PROGRAM` | buoy does not query the colours of `Apple_Terminal`, which would print the query. |
        | `COLORFGBG` | The background, light or dark, if a configuration has a theme for each and the terminal does not answer. |
        | `ESCDELAY` | How many milliseconds to wait after Esc for the rest of a key; `escape-delay` in the configuration takes precedence. |
        | `LC_ALL`, `LC_CTYPE`, `LANG` | The first that is set decides between UTF-8 and ASCII. |
        | `TMUX`, `TMUX_PANE`, `STY` | How to reach the clipboard inside tmux and GNU screen, and which terminal to ask for its colours. |
        | `SSH_CONNECTION`, `SSH_TTY` | Over SSH, the mouse starts switched off, and buoy draws at most 10 frames per second. |
        | `TZ` | The time zone of local times. |

        ## Files and network

        | variable | effect |
        | --- | --- |
        | `HOME`, `XDG_CONFIG_HOME` | The folder of `buoy/config.toml` and your themes; by default `~/.config`. |
        | `XDG_STATE_HOME` | The folder of settings and crash reports; by default `~/.local/state`. |
        | `XDG_DATA_DIRS` | More folders with themes; by default `/usr/local/share:/usr/share`. |
        | `TMPDIR` | The folder of temporary files. |
        | `https_proxy`, `HTTPS_PROXY` | The proxy for TLS. |
        | `http_proxy` | The proxy without TLS. `HTTP_PROXY` in capitals is ignored. |
        | `all_proxy`, `ALL_PROXY` | The proxy for both. |
        | `no_proxy`, `NO_PROXY` | Hosts to reach directly. |
        | `SWIFT_BACKTRACE` | If set, Swift prints its own crash report. |

        `buoy info` prints the files in use and which of the terminal's variables are set.

        """
}
