import BuoyTextScreen
import ChannelsProtocol

// Deliveries that came again.
extension EventLogPane {
    /// Marks the row of a repeat, or removes the marks of rows that were none after all.
    mutating func note(_ finding: RepeatFinding, in report: ClientReport) {
        switch finding {
        case .again(let elapsed):
            guard let sequence = self.liveRing.sequence(ofReport: report.number) else { return }
            self.liveMarks.cameAgain(sequence, elapsed)
        case .withdrawn(let numbers):
            for sequence in numbers.compactMap(self.liveRing.sequence(ofReport:)) {
                self.liveMarks.removeRepeat(sequence)
            }
        }
    }

    /// How long before an event the same bytes had come; `nil` if it is not a repeat.
    func again(_ event: ClientReport) -> Duration? {
        guard self.marks.hasRepeats, let sequence = self.ring.sequence(ofReport: event.number)
        else { return nil }
        return self.marks.again(sequence)
    }

    /// What the row of a repeat says before its data, for the room of both.
    static func repeatWords(_ elapsed: Duration?, room: Int) -> SafeText? {
        guard let elapsed else { return nil }
        return room < 36 ? "again" : SafeText(ours: elapsed.againWords)
    }
}

extension Duration {
    /// `again after 12 ms`; `again immediately` for what came in the same read.
    fileprivate var againWords: String {
        self < .milliseconds(1) ? "again immediately" : "again after \(self.inWords)"
    }
}
