import BuoyRecordingFiles
import BuoyScripts
import ChannelsBasics
import ChannelsProtocol

/// The longest loss of a connection in a recording of one client, and how it came back.
struct MeasuredRestart: Hashable, Sendable {
    struct Attempt: Hashable, Sendable {
        /// Counted from the loss.
        let start: Duration
        var end: Duration?
        /// `nil` for the attempt that connected.
        var failure: ConnectionEnd?
    }

    /// The name of the recording.
    let name: String
    let loss: ChannelsTimestamp
    let cause: ConnectionEnd
    private(set) var attempts: [Attempt] = []
    /// When it was connected again, counted from the loss.
    private(set) var back: Duration?

    private init(name: String, loss: ChannelsTimestamp, cause: ConnectionEnd) {
        (self.name, self.loss, self.cause) = (name, loss, cause)
    }

    /// - Returns: `nil` if the recording has no loss after which the client was connected again.
    static func read(_ file: RecordingFile) -> MeasuredRestart? {
        var cursor = RecordingCursor(file, at: file.start)
        let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
        var current: MeasuredRestart?
        var longest: MeasuredRestart?
        while case let entries = cursor.next(), !entries.isEmpty {
            for case .event(let report) in entries.map(\.line) {
                if case .stateChanged(let change) = report.kind, change.previous == .connected {
                    current = change.cause.end.map {
                        MeasuredRestart(name: name, loss: report.time, cause: $0)
                    }
                } else {
                    current?.note(report)
                }
                guard let restart = current, let back = restart.back else { continue }
                if back > longest?.back ?? .zero { longest = restart }
                current = nil
            }
        }
        return longest
    }

    private mutating func note(_ report: ClientReport) {
        let time = report.time.duration(since: self.loss)
        switch report.kind {
        case .attemptStarted: self.attempts.append(Attempt(start: time))
        case .attemptFailed(_, let end, _):
            guard let last = self.attempts.indices.last else { return }
            self.attempts[last].end = time
            self.attempts[last].failure = end
        case .stateChanged(let change) where change.current == .connected:
            guard let last = self.attempts.indices.last else { return }
            self.attempts[last].end = time
            self.back = time
        default: break
        }
    }

    /// Between the last failure and the start of the attempt that connected.
    var serverWasBack: ClosedRange<Duration> {
        let last = self.attempts.last?.start ?? .zero
        let failed = self.attempts.dropLast().last.flatMap { $0.end ?? $0.start } ?? .zero
        return min(failed, last)...last
    }

    /// How long the server took to answer the last attempt.
    var handshake: Duration? {
        self.attempts.last.flatMap { last in last.end.map { $0 - last.start } }
    }

    /// The loss and the outage, to be played with other clients.
    var script: FaultScript {
        let sum = self.serverWasBack.lowerBound + self.serverWasBack.upperBound
        // In tenths of a second.
        let middle = Duration.milliseconds(Int(sum.inSeconds * 5) * 100)
        var steps = [FaultScript.Step(at: .seconds(10), self.lossFault)]
        if self.attempts.count > 1 {
            steps.append(.init(at: .seconds(10), self.outageFault, for: middle))
        }
        return FaultScript(
            name: self.name, duration: min(.seconds(310) + middle, FaultScript.longest), steps)
    }

    private var lossFault: Fault {
        if case .closed(let code?, _) = self.cause.kind, code.canBeSent {
            .close(code)
        } else {
            .cut
        }
    }

    private var outageFault: Fault {
        switch self.attempts.first?.failure?.kind {
        case .timedOut?: .unreachable
        case .closed(let code?, _)?, .refused(let code?, _)?:
            code.canBeSent ? .reject(code) : .refuse
        default: .refuse
        }
    }

    /// When a policy starts the same attempts, if they take as long as here.
    func expected(_ policy: ReconnectionPolicy) -> [ClosedRange<Duration>] {
        let failed = self.attempts.dropLast()
        let times = failed.compactMap { attempt in attempt.end.map { $0 - attempt.start } }
        let mean = times.isEmpty ? .zero : times.reduce(.zero, +) / times.count
        let schedules = [0, 1.0.nextDown].map { chance in
            policy.schedule(
                after: self.cause, count: self.attempts.count,
                attemptsEnd: failed.first?.failure, attemptsTake: mean, chance: chance)
        }
        return zip(schedules[0], schedules[1]).map { early, late in
            min(early.start, late.start)...max(early.start, late.start)
        }
    }
}
