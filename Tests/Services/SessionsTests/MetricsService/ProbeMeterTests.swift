import Testing

@testable import BuoySessions

@Suite("Probes of the delivery")
struct ProbeMeterTests {
    @Test("the latest one counts, every duration and failure does too")
    func outcomes() {
        let meter = ProbeMeter()
        var text: String { MetricText.text(of: meter.values, .openMetrics) }
        #expect(!text.contains("channels_probe_success "))
        #expect(text.contains("\nchannels_probe_failures_total{step=\"arrival\"} 0\n"))
        #expect(meter.problem == nil)
        meter.record(.arrived(after: .milliseconds(40)))
        #expect(text.contains("\nchannels_probe_success 1\n"))
        #expect(text.contains("\nchannels_probe_duration_seconds_bucket{le=\"0.05\"} 1\n"))
        meter.record(.failed(.arrival))
        #expect(text.contains("\nchannels_probe_success 0\n"))
        #expect(text.contains("\nchannels_probe_failures_total{step=\"arrival\"} 1\n"))
        #expect(meter.problem == "the latest probe failed: arrival")
        meter.record(.arrived(after: .milliseconds(60)))
        #expect(text.contains("\nchannels_probe_duration_seconds_count 2\n"))
        #expect(meter.problem == nil)
    }
}
