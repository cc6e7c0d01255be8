import ArgumentParser
import BuoyDashboardRuntime
import BuoyProgramSupport

@testable import buoy

/// The end of `docs/cli.md`, behind what `buoy manual` prints: the exit codes, and the variables of
/// the commands.
enum EnvironmentDocumentation {
    /// Both sections.
    static var markdown: String {
        let rows = Self.rows.map { row in
            let places = row.places.map { "`\($0)`" }.joined(separator: ", ")
            let rivals = row.variable.rivals.map { "`\($0)`" }.joined(separator: ", ")
            return "| `\(row.variable.name)` | `\(row.variable.option)` | \(places) | \(rivals) |\n"
        }
        let general = Self.rows.map(\.variable).filter(\.isForAnyServer)
            .map { "`\($0.name)`" }.joined(separator: ", ")
        return Self.exitCodes + Self.introduction + rows.joined() + Self.others(general) + Self.rest
    }

    /// Each variable once, with the commands that take it.
    private static var rows: [(variable: OptionVariable, places: [String])] {
        var rows = OptionVariable.all.map { (variable: $0, places: ["buoy"]) }
        for (place, command) in Self.commands(Buoy.configuration.subcommands) {
            guard let taking = command as? any VariableTaking.Type else { continue }
            for variable in taking.variables {
                if let index = rows.firstIndex(where: { $0.variable.name == variable.name }) {
                    rows[index].places.append(place)
                } else {
                    rows.append((variable, [place]))
                }
            }
        }
        return rows
    }

    /// With the names of the commands around them: `conform server`.
    private static func commands(
        _ types: [any ParsableCommand.Type], in path: String = ""
    ) -> [(name: String, type: any ParsableCommand.Type)] {
        types.flatMap { type -> [(name: String, type: any ParsableCommand.Type)] in
            let name = path + type._commandName
            return [(name, type)]
                + Self.commands(type.configuration.subcommands, in: "\(name) ")
        }
    }

    private static let exitCodes = """
        ## Exit codes

        | code | meaning |
        | --- | --- |
        | 0 | Done, `q`, or the reader closed the pipe. |
        | 1 | Failed while running, or the output could not be written, or was not read. `history`: nothing matches. |
        | 2 | Wrong usage, or an error in the settings or in a file they name. |
        | 3 | Refused permanently: a close code from 4000 to 4099, or an HTTP status that will not change. |
        | 4 | Not reached: within 10 s (`--unavailable-timeout`), within the time limit, or after all retries. HTTP API: also 429, 5xx, or a response that is not from the API. |
        | 5 | Not authorized: for `tail` or `once`, every channel; for `check`, a channel, the sign-in or the app; for the HTTP API, a 401, or a 404 for an unknown app; for `sign`, a wrong signature. |
        | 6 | Connected, but fewer lines than `--count` came within `--for` in `tail` or `once`, or no response in `check`. |
        | 7 | `compare`: the servers delivered different events. |
        | 128+n | Ended by signal n within a second, whatever it waits for: 130 for Ctrl-C, 143 for SIGTERM. `compare` exits with 0 or 7 after Ctrl-C. |

        The dashboard never exits with 3, 4 or 5: it stays open, shows the problem, and lets you try again. \
        `check --probe` has the codes of [monitoring plugins](scripting.md#check).


        """

    private static let introduction = """
        ## Environment variables

        Options take precedence over their variables, and variables over settings made in the \
        dashboard and the [configuration](configuration.md). An empty variable that would say \
        which server to use is an error. Other empty variables count as unset, as do `0`, `false` \
        and `no` for an option without a value. An error about a value names the \
        variable that contains it.

        | variable | option | commands | ignored with |
        | --- | --- | --- | --- |

        """

    private static func others(_ general: String) -> String {
        """

        `buoy push` takes the app key from `BUOY_KEY` if neither `--key` nor its state file \
        provides one. To open the sandbox even though `BUOY_KEY` is set, run `buoy --sandbox`.

        With a [named server](servers.md) or `--env`, only the variables that do not identify a \
        server apply: \(general), `BUOY_CONFIG` and `BUOY_THEME`.

        | variable | purpose |
        | --- | --- |
        | `BUOY_CONFIG` | The configuration file, like `--config`, for every command that reads one. |
        | `BUOY_THEME` | The theme, like `--theme`, for `buoy`, `proxy`, `replay` and `stage`. |
        | `BUOY_SECRET` | The app's secret, for every command with `--secret-file`, and for a named server without a secret. Programs that buoy starts do not inherit it. |
        | `BUOY_PUSH_TOKEN` | The device token, for `buoy push register` and `buoy push token`. Programs that buoy starts do not inherit it. |


        """
    }

    private static let rest = """
        The terminal:

        | variable | effect |
        | --- | --- |
        | `TERM` | The terminal type. With `dumb`, buoy prints sentences like `buoy tail --plain`; if unset, it prints lines. |
        | `NO_COLOR` | Selects the theme `mono`, unless `--theme`, `--color` or the configuration says otherwise. |
        | `COLORTERM` | `truecolor` or `24bit`: the terminal supports all colours. Ignored in GNU screen, and if tmux reports otherwise. |
        | `TERM_PROGRAM` | buoy does not query the colours of `Apple_Terminal`, which would print the query. |
        | `COLORFGBG` | The background, light or dark, if a configuration has a theme for each and the terminal does not answer. |
        | `ESCDELAY` | The milliseconds to wait after Esc for the rest of a key sequence, at most 5000; `escape-delay` in the configuration takes precedence. |
        | `LC_ALL`, `LC_CTYPE`, `LANG` | The first one that is set selects UTF-8 or ASCII. |
        | `TMUX`, `TMUX_PANE`, `STY` | How to reach the clipboard inside tmux and GNU screen, and which terminal to query for its colours. |
        | `SSH_CONNECTION`, `SSH_TTY` | Over SSH, the mouse is initially off, and buoy draws at most 10 frames per second. |
        | `TZ` | The time zone for local times. |

        Files and the network:

        | variable | effect |
        | --- | --- |
        | `HOME`, `XDG_CONFIG_HOME` | The folder that contains `buoy/config.toml` and your themes (default: `~/.config`). |
        | `XDG_STATE_HOME` | The folder for settings and crash reports (default: `~/.local/state`). |
        | `XDG_DATA_DIRS` | Additional folders with themes (default: `/usr/local/share:/usr/share`). |
        | `TMPDIR` | The folder for temporary files. |
        | `https_proxy`, `HTTPS_PROXY` | The proxy for connections with TLS. |
        | `http_proxy` | The proxy for connections without TLS. Uppercase `HTTP_PROXY` is ignored. |
        | `all_proxy`, `ALL_PROXY` | The proxy for both. |
        | `no_proxy`, `NO_PROXY` | Hosts to reach directly. |
        | `SWIFT_BACKTRACE` | If set, Swift prints its own crash report, and core files and debuggers are allowed, which show secrets. |

        `buoy conform client` sets `BUOY_CONFORM_HOST`, `BUOY_CONFORM_PORT`, `BUOY_CONFORM_KEY`, \
        `BUOY_CONFORM_AUTH` and `BUOY_CONFORM_CHANNELS` for the [client that it \
        starts](conformance.md#test-a-client).

        `buoy info` prints the files in use and the terminal variables that are set.

        """
}
