package import ChannelsMeasurements
import ChannelsProtocol
import Synchronization

/// What became of events that were published in order to see them arrive.
package final class ProbeMeter: Sendable {
    package enum Outcome: Hashable, Sendable {
        case arrived(after: Duration)
        case failed(Step)
    }

    package enum Step: String, CaseIterable, Sendable {
        case subscription
        case publishing
        case arrival
    }

    package static let families = [success, duration, failures]

    private static let success = MetricFamily(
        "channels_probe_success", .gauge, help: "Whether the latest published probe arrived (1).")
    private static let duration = MetricFamily(
        "channels_probe_duration_seconds",
        .histogram([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]), unit: .seconds,
        help: "Time from publishing a probe through the HTTP API to its arrival.")
    private static let failures = MetricFamily(
        "channels_probe_failures", .counter, labels: ["step"],
        help: "Probes that did not arrive, by the step that failed.")

    private struct State {
        var registry = MetricRegistry()
        var failed: Step?
    }

    private let state = Mutex(State())

    package init() {
        self.state.withLock { state in
            state.registry.take([Measurement(Self.duration, .add(0))])
            state.registry.take(
                Step.allCases.map { Measurement(Self.failures, [$0.rawValue], .add(0)) })
        }
    }

    package func record(_ outcome: Outcome) {
        self.state.withLock { state in
            switch outcome {
            case .arrived(let duration):
                state.failed = nil
                state.registry.take([
                    Measurement(Self.success, .set(1)),
                    Measurement(Self.duration, .observe(duration.inSeconds)),
                ])
            case .failed(let step):
                state.failed = step
                state.registry.take([
                    Measurement(Self.success, .set(0)),
                    Measurement(Self.failures, [step.rawValue], .add(1)),
                ])
            }
        }
    }

    var values: MetricRegistry { self.state.withLock { $0.registry } }

    var problem: String? {
        self.state.withLock { $0.failed.map { "the latest probe failed: \($0.rawValue)" } }
    }
}
