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
    private let isRecorded: Bool
    /// Without gaps, from zero to the end of the script.
    let spans: [Span]
    let attempts: [Duration]
    let timeWithoutEvents: Duration
    let recovery: Duration?
    /// By when the last ping was; `nil` without a long silence, or if it is never noticed. The
    /// timeline shows a client whose last ping was answered just before the script.
    let noticesSilence: ClosedRange<Duration>?

    var title: String { LabProfile.title(self.name, isRecorded: self.isRecorded) }

    var gaveUp: Bool { self.spans.last?.state == .failed }

    /// Delays with jitter are the middle ones, unless a seed is given.
    init(
        _ script: FaultScript, _ profile: LabProfile, seed: UInt64? = nil,
        roundTrip: Duration? = nil
    ) {
        var simulation = LabSimulation(
            script, [(profile, 1)], hasJitter: seed != nil, seed: seed ?? 0,
            roundTrip: roundTrip ?? LabServer.nearby, observer: TimelineObserver())
        simulation.run()
        let spans = simulation.observer.spans(until: script.duration)
        self.name = profile.name
        self.isRecorded = profile.isRecorded
        self.spans = spans
        self.attempts = simulation.observer.attempts.filter { $0 >= .zero }
        let isUsable = spans.filter { $0.state == .connected }
        let silent = isUsable.map { Self.silence(of: script, in: $0) }.reduce(.zero, +)
        let connected = isUsable.map { $0.end - $0.start }.reduce(.zero, +)
        self.timeWithoutEvents = script.duration - connected + silent
        self.recovery = Self.recovery(spans, script)
        self.noticesSilence = profile.noticesSilence.flatMap { range in
            script.occurrences.contains {
                $0.fault.isSilent && ($0.duration ?? FaultScript.longest) > range.lowerBound
            }
                ? range : nil
        }
    }

    private static func recovery(_ spans: [Span], _ script: FaultScript) -> Duration? {
        guard let end = script.end, let last = spans.last, last.state == .connected else {
            return nil
        }
        return max(.zero, last.start - end)
    }

    /// How long no event could arrive although the connection looked healthy.
    private static func silence(of script: FaultScript, in span: Span) -> Duration {
        script.occurrences.filter { $0.fault.withholdsEvents(of: span, since: $0.start) }.map {
            let end = min($0.end ?? script.duration, span.end)
            return max(.zero, end - max($0.start, span.start))
        }.reduce(.zero, +)
    }
}

extension Fault {
    fileprivate var isSilent: Bool {
        [.silence(.both), .silence(.old), .loss, .noPongs].contains(self)
    }

    /// If a connection opens while answers are delayed, they arrive when the delay ends.
    fileprivate func withholdsEvents(of span: LabTimeline.Span, since start: Duration) -> Bool {
        switch self {
        case .silence(.both), .loss: true
        case .silence(.old): span.start < start
        case .delayAnswers: span.start >= start
        default: false
        }
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
