import BuoyTestBasics
import ChannelsMeasurements
import Testing

@testable import BuoySessions

@Suite("Values as text for a monitoring system")
struct MetricTextTests {
    private static let total = MetricFamily(
        "a_seconds", .counter, unit: .seconds, labels: ["channel"], help: "A \\ \"help\".")
    private static let gauge = MetricFamily("b", .gauge, help: "B.")
    private static let trips = MetricFamily(
        "c_seconds", .histogram([0.5, 1, 2.5]), unit: .seconds, help: "C.")
    private static let info = MetricFamily("d", .info, labels: ["version"], help: "D.")

    private static func registry(_ changes: Measurement...) -> MetricRegistry {
        var registry = MetricRegistry()
        registry.take(changes)
        return registry
    }

    private static let filled = Self.registry(
        Measurement(total, ["z"], .add(1.5)), Measurement(total, ["a"], .add(2)),
        Measurement(total, ["a"], .add(1)), Measurement(gauge, .set(-3)),
        Measurement(trips, .observe(0.5)), Measurement(trips, .observe(0.75)),
        Measurement(trips, .observe(9)), Measurement(info, ["0.1"], .set(1)))

    @Test("OpenMetrics: a type, a unit, a help, values in order, and an end")
    func openMetrics() {
        #expect(
            MetricText.text(of: Self.filled, .openMetrics) == """
                # TYPE a_seconds counter
                # UNIT a_seconds seconds
                # HELP a_seconds A \\\\ \\"help\\".
                a_seconds_total{channel="a"} 3
                a_seconds_total{channel="z"} 1.5
                # TYPE b gauge
                # HELP b B.
                b -3
                # TYPE c_seconds histogram
                # UNIT c_seconds seconds
                # HELP c_seconds C.
                c_seconds_bucket{le="0.5"} 1
                c_seconds_bucket{le="1.0"} 2
                c_seconds_bucket{le="2.5"} 2
                c_seconds_bucket{le="+Inf"} 3
                c_seconds_sum 10.25
                c_seconds_count 3
                # TYPE d info
                # HELP d D.
                d_info{version="0.1"} 1
                # EOF

                """)
    }

    @Test("the older format names totals in full, and has neither units nor an end")
    func prometheus() {
        let text = MetricText.text(of: Self.filled, .prometheus)
        #expect(text.hasPrefix("# TYPE a_seconds_total counter\n# HELP a_seconds_total A"))
        #expect(text.contains("\n# TYPE d_info gauge\n"))
        #expect(text.hasSuffix("\nd_info{version=\"0.1\"} 1\n"))
        #expect(!text.contains("# UNIT") && !text.contains("# EOF"))
    }

    @Test("a distribution is there before its first value")
    func emptyDistribution() {
        let text = MetricText.text(
            of: Self.registry(Measurement(Self.trips, .add(0))), .openMetrics)
        #expect(text.contains("c_seconds_bucket{le=\"+Inf\"} 0\nc_seconds_sum 0\n"))
    }

    @Test(
        "a hostile label stays one value on one line, and does nothing to a terminal",
        arguments: [
            (HostileString(#"a"} 1"#), #"a\"} 1"#), (HostileString(#"a\"#), #"a\\"#),
            (HostileString("a\nb 1"), #"a\\nb 1"#),
            (HostileString("\u{1B}[2J"), #"\\u001B[2J"#),
            (HostileString("a\u{202E}b"), #"a\\u202Eb"#), (HostileString("Größe"), "Größe"),
        ])
    func labels(label: HostileString, written: String) {
        let text = MetricText.text(
            of: Self.registry(Measurement(Self.total, [label.text], .add(1))), .openMetrics)
        #expect(text.contains("\na_seconds_total{channel=\"\(written)\"} 1\n"), "\(text)")
        #expect(text.split(separator: "\n").count == 5)
    }

    @Test("whole numbers have no decimal point, and there is a word for what is no number")
    func numbers() {
        #expect(MetricText.written(5) == "5")
        #expect(MetricText.written(1_795_542_775.07) == "1795542775.07")
        #expect(MetricText.written(0.000_05) == "5e-05")
        #expect(MetricText.written(.infinity) == "+Inf")
        #expect(MetricText.written(-.infinity) == "-Inf")
        #expect(MetricText.written(.nan) == "NaN")
    }

    @Test(
        "the format is OpenMetrics, unless the client takes only the older one",
        arguments: [
            (nil, MetricText.Format.openMetrics), ("*/*", .openMetrics),
            (
                "application/openmetrics-text;version=1.0.0,"
                    + "application/openmetrics-text;version=0.0.1;q=0.75,"
                    + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1", .openMetrics
            ),
            ("text/plain", .prometheus), ("text/plain; version=0.0.4, */*;q=0.1", .prometheus),
            ("application/openmetrics-text; q=0.0, text/plain", .prometheus),
            ("TEXT/PLAIN", .prometheus),
        ])
    func format(accept: String?, format: MetricText.Format) {
        #expect(MetricText.Format(accept: accept) == format)
    }

    @Test("changes that do not fit a family change nothing")
    func misfits() {
        let registry = Self.registry(
            Measurement(Self.gauge, .set(1)), Measurement(Self.gauge, .observe(5)),
            Measurement(Self.trips, .observe(1)), Measurement(Self.trips, .set(7)))
        let text = MetricText.text(of: registry, .openMetrics)
        #expect(text.contains("\nb 1\n") && text.contains("\nc_seconds_sum 1\n"))
    }
}
