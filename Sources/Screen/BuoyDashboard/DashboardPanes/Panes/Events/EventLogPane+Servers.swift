import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension EventLogPane {
    mutating func received(_ report: ServersReport) {
        if report.endsComparison { self.origins?.removeMarks() }
        for event in report.events {
            self.origins?.append(event)
            self.handle(event.event)
        }
        self.origins?.mark(report.findings)
        if let first = self.ring[self.ring.first]?.number { self.origins?.drop(before: first) }
    }
}

extension ComparisonMark {
    var glyph: Unicode.Scalar {
        switch self {
        case .onlyHere: "+"
        case .late: ">"
        case .differs: "#"
        }
    }

    var words: SafeText {
        switch self {
        case .onlyHere: "only this server delivered it within the window"
        case .late(let lag): "\(SafeText(ours: Figures.delta(lag))) after the other server"
        case .differs(let number): "the other server delivered different data, in #\(number)"
        }
    }

    var role: Role {
        switch self {
        case .onlyHere: .flashWarn
        case .late: .flashInfo
        case .differs: .flashError
        }
    }
}
