import BuoyScripts
import ChannelsEventWords
import ChannelsProtocol

struct LabTimeline: Hashable, Sendable {
    struct Span: Hashable, Sendable {
        let state: ConnectionState
        let start: Duration
        let end: Duration
        let cause: String
    }

    let name: String
    /// Without gaps, from zero to the end of the script.
    let spans: [Span]
    let attempts: [Duration]
    let timeWithoutEvents: Duration
    let recovery: Duration?
    /// By when the last ping was; `nil` without a long silence, or if it is never noticed. The
    /// timeline shows a client whose last ping was answered just before the script.
    let noticesSilence: ClosedRange<Duration>?

    var gaveUp: Bool { self.spans.last?.state == .failed }

    /// Delays with jitter are the middle ones, unless a seed is given.
    init(
        _ script: FaultScript, _ profile: LabProfile, seed: UInt64? = nil,
        roundTrip: Duration? = nil
    ) {
        var simulation = LabSimulation(
            script, profile, clients: 1, hasJitter: seed != nil, seed: seed ?? 0,
            roundTrip: roundTrip ?? LabServer.nearby, observer: TimelineObserver())
        simulation.run()
        let spans = simulation.observer.spans(until: script.duration)
        self.name = profile.name
        self.spans = spans
        self.attempts = simulation.observer.attempts.filter { $0 >= .zero }
        let isUsable = spans.filter { $0.state == .connected }
        let silent = isUsable.map { Self.silence(of: script, in: $0) }.reduce(.zero, +)
        let connected = isUsable.map { $0.end - $0.start }.reduce(.zero, +)
        self.timeWithoutEvents = script.duration - connected + silent
        self.recovery = Self.recovery(spans, script)
        self.noticesSilence = profile.noticesSilence.flatMap { range in
            script.silences.contains { ($0.duration ?? FaultScript.longest) > range.lowerBound }
                ? range : nil
        }
    }

    private static func recovery(_ spans: [Span], _ script: FaultScript) -> Duration? {
        guard let end = script.end, let last = spans.last, last.state == .connected else {
            return nil
        }
        return max(.zero, last.start - end)
    }

    /// How long nothing passed while the connection looked well.
    private static func silence(of script: FaultScript, in span: Span) -> Duration {
        script.silences.map { step in
            let end = min(step.end ?? script.duration, span.end)
            return max(.zero, end - max(step.start, span.start))
        }.reduce(.zero, +)
    }
}

extension FaultScript {
    fileprivate var silences: [Step] {
        self.occurrences.filter { $0.fault == .silence(.both) || $0.fault == .loss }
    }
}

private struct TimelineObserver: LabObserver {
    private(set) var attempts: [Duration] = []
    private var changes: [(time: Duration, state: ConnectionState, cause: String)] = []

    mutating func note(_ report: LabClient.Report, of client: Int, at time: Duration) {
        switch report {
        case .attempted:
            self.attempts.append(time)
        case .changed(let change):
            let cause = ConnectionWords.sentence(for: change.cause)
            self.changes.append((time, change.current, cause))
        case .scheduled:
            break
        }
    }

    /// From zero on. Of several changes at one time, the last counts.
    func spans(until end: Duration) -> [LabTimeline.Span] {
        var state = ConnectionState.initialized
        var (start, cause) = (Duration.zero, "")
        var spans: [LabTimeline.Span] = []
        for change in self.changes {
            if change.time > max(start, .zero) {
                spans.append(
                    LabTimeline.Span(state: state, start: start, end: change.time, cause: cause))
            }
            state = change.state
            if change.time >= .zero { (start, cause) = (change.time, change.cause) }
        }
        return spans + [LabTimeline.Span(state: state, start: start, end: end, cause: cause)]
    }
}
