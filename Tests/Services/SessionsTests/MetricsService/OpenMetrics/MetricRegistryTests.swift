import ChannelsMeasurements
import Testing

@testable import BuoySessions

@Suite("Values of several servers")
struct MetricRegistryTests {
    @Test("information that no longer holds is gone")
    func information() {
        let failure = MetricFamily("f", .info, labels: ["code"], help: "F.")
        var registry = MetricRegistry()
        registry.take([Measurement(failure, ["4001"], .set(1))])
        registry.take([
            Measurement(failure, ["4001"], .set(0)), Measurement(failure, ["4003"], .set(1)),
        ])
        #expect(registry.values[failure] == [["4003"]: .number(1)])
    }

    @Test("each value has the label of its server, before its own")
    func servers() {
        let events = MetricFamily("e", .counter, labels: ["channel"], help: "E.")
        let state = MetricFamily("s", .gauge, help: "S.")
        var (one, two) = (MetricRegistry(), MetricRegistry())
        one.take([Measurement(events, ["a"], .add(1)), Measurement(state, .set(1))])
        two.take([Measurement(events, ["a"], .add(2))])
        let text = MetricText.text(
            of: MetricRegistry(of: [("one", one), ("two", two)]), .openMetrics)
        #expect(
            text == """
                # TYPE e counter
                # HELP e E.
                e_total{server="one",channel="a"} 1
                e_total{server="two",channel="a"} 2
                # TYPE s gauge
                # HELP s S.
                s{server="one"} 1
                # EOF

                """)
    }
}
