import BuoyTextScreen
import ChannelsProtocol

extension EventLogPane {
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

    func again(_ event: ClientReport) -> Duration? {
        guard self.marks.hasRepeats, let sequence = self.ring.sequence(ofReport: event.number)
        else { return nil }
        return self.marks.again(sequence)
    }

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
