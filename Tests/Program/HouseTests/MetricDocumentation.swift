import Measurements
import MetricsService
import Servers

/// The page `docs/metrics.md`, made from the families that are served.
enum MetricDocumentation {
    /// The whole page.
    static var markdown: String {
        Self.introduction
            + Self.section(
                "The client: `buoy`, `buoy tail`, and the library",
                """
                `buoy --metrics` and the product `ChannelsMetrics` of the library use the same names. In a backend \
                of swift-metrics, totals in seconds are floating-point counters, round trips are a \
                timer, and everything else is a counter or a gauge.
                """, ClientMeter.families)
            + Self.section(
                "The sandbox: `buoy sandbox`",
                "The app is its id. A sandbox of the demonstration (`buoy` without a server) is not measured.",
                SandboxMetrics.families)
            + Self.section(
                "The process: all of them", "The names of Prometheus's own client libraries.",
                ProcessMetrics.families)
            + Self.labels
    }

    private static let introduction = """
        # Metrics

        This page is made from the tables of families in `Sources/Library/Measurements/ClientMetrics`, `Sources/Services/Servers/Sandbox` \
        and `Sources/Services/MetricsService`. How to scrape them, and when to be alerted, is in \
        [operating](operating.md).

        `--metrics ADDRESS:PORT` serves them at `/metrics` in OpenMetrics 1.0, and in the older text \
        format of Prometheus to clients that only accept `text/plain`.

        """

    private static func section(
        _ title: String, _ text: String, _ families: [MetricFamily]
    ) -> String {
        let rows = families.map { family in
            let labels = family.labels.map { "`\($0)`" }.joined(separator: ", ")
            return "| `\(family.sampleName)` | \(Self.name(of: family.kind)) | \(labels) | "
                + "\(family.help) |"
        }
        return """

            ## \(title)

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

        ## Labels

        The number of series is bounded, whatever a server sends.

        | label | values |
        | --- | --- |
        | `channel` | the first 100 channels, which must have been subscribed to; `(other)` for events of all \
        further ones, and those without a channel; `(user)` for events for the signed-in user, whose \
        channel contains the user's id. In the sandbox, the first 100 channels that anybody published on. |
        | `state` | `initialized`, `connecting`, `connected`, `unavailable`, `failed`, `disconnected` |
        | `reason` | `closed`, `closed_refused` (codes 4000-4099, 4300-4399), `closed_back_off` (4100-4199), \
        `closed_reconnect` (4200-4299), `name_not_resolved`, `unreachable`, `tls`, `http_status`, `protocol`, \
        `settings`, `timed_out`, `pong_missing` |
        | `phase` | `authorization`, `server` |
        | `kind` | `server_error`, `malformed_message`, `unexpected_message`, `authorization`, \
        `client_event`, `pong_overdue`, `sending`, `decryption` |

        Labels contain channel names. They contain no keys, no secrets and no data of events.

        """
}
