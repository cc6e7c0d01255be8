import BuoyServers
import BuoySessions
import ChannelsMeasurements

/// The tables of metrics in `docs/operating.md`, made from the families that are served.
enum MetricDocumentation {
    /// All tables, without the line ends around them.
    static var markdown: String {
        let sections =
            Self.section(
                "The client: `buoy`, `buoy tail`, and the library",
                """
                `buoy --metrics` and the product `ChannelsMetrics` of the library use the same names. In a \
                swift-metrics backend, totals in seconds are floating-point counters, round trips are a \
                timer, and everything else is a counter or a gauge.
                """, ClientMeter.families)
            + Self.section(
                "Probes: `buoy tail --publish-every`",
                "The label `step` is `subscription`, `publishing` or `arrival`.",
                ProbeMeter.families)
            + Self.section(
                "Missed events: `buoy tail`",
                "With the app's id and secret, and a server that keeps a history.",
                MissedEventsMeter.families)
            + Self.section(
                "The sandbox: `buoy sandbox`",
                "The label `app` is the app's id. The built-in sandbox that `buoy` starts has no metrics.",
                SandboxMetrics.families)
            + Self.section(
                "The process: all commands",
                "The names are the same as in Prometheus's client libraries.",
                ProcessMetrics.families)
        return String((sections + Self.labels).dropFirst().dropLast())
    }

    private static func section(
        _ title: String, _ text: String, _ families: [MetricFamily]
    ) -> String {
        let rows = families.map { family in
            let labels = family.labels.map { "`\($0)`" }.joined(separator: ", ")
            return "| `\(family.sampleName)` | \(Self.name(of: family.kind)) | \(labels) | "
                + "\(family.help) |"
        }
        return """

            ### \(title)

            \(text)

            | name | type | labels | meaning |
            | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }

    private static func name(of kind: MetricFamily.Kind) -> String {
        switch kind {
        case .counter: "counter"
        case .gauge: "gauge"
        case .info: "info"
        case .histogram(let bounds):
            "histogram, up to "
                + bounds.map { Int(exactly: $0).map(String.init) ?? "\($0)" }
                .joined(separator: ", ") + " s"
        }
    }

    private static let labels = """

        ### Labels

        The number of series is limited, whatever a server sends.

        | label | values |
        | --- | --- |
        | `channel` | each of the first 100 subscribed channels; `(other)` for events on any other \
        channel, or without one; `(user)` for events for the signed-in user, whose channel name would \
        reveal the user's id. In the sandbox: the first 100 channels with a published event. |
        | `state` | `initialized`, `connecting`, `connected`, `unavailable`, `failed`, `disconnected` |
        | `code`, `cause` | the close code or HTTP status, and its meaning or a `reason` |
        | `server` | the name of the server, if one `buoy tail` has several |
        | `reason` | `closed`, `closed_refused` (codes 4000-4099, 4300-4399), `closed_back_off` (4100-4199), \
        `closed_reconnect` (4200-4299), `name_not_resolved`, `unreachable`, `tls`, `http_status`, `protocol`, \
        `settings`, `timed_out`, `pong_missing` |
        | `phase` | `authorization`, `server` |
        | `kind` | `server_error`, `malformed_message`, `unexpected_message`, `authorization`, \
        `client_event`, `pong_overdue`, `sending`, `decryption` |

        Labels contain channel names, but no keys, secrets or event data.

        """
}
