import ChannelsEventWords
import ChannelsProtocol

package struct ProbeResult: Hashable, Sendable {
    let channel: ChannelName
    let count: Int
    package let arrivals: [Duration]
    package let answers: [Duration]
    package let lost: Int
    package let problem: String?

    init(
        channel: ChannelName, count: Int, arrivals: [Duration], answers: [Duration], lost: Int,
        problem: String?
    ) {
        self.channel = channel
        self.count = count
        self.arrivals = arrivals.sorted()
        self.answers = answers.sorted()
        self.lost = lost
        self.problem = problem
    }

    /// The nearest-rank percentile of sorted times.
    package static func percentile(_ percent: Int, of times: [Duration]) -> Duration? {
        guard !times.isEmpty else { return nil }
        let rank = (percent * times.count + 99) / 100
        return times[min(max(rank - 1, 0), times.count - 1)]
    }

    package var figures: [(name: String, value: String)] {
        var figures = [
            ("channel", self.channel.text),
            ("arrived", "\(self.arrivals.count) of \(self.count)"),
        ]
        if self.lost > 0 { figures.append(("lost", "\(self.lost)")) }
        for (name, percent) in Self.percentiles {
            if let time = Self.percentile(percent, of: self.arrivals) {
                figures.append((name, Figures.roundTrip(time)))
            }
        }
        if let answer = Self.percentile(50, of: self.answers) {
            figures.append(("HTTP p50", Figures.roundTrip(answer)))
        }
        if let problem { figures.append(("ended", problem)) }
        return figures
    }

    package var sentence: String {
        var parts = ["\(self.arrivals.count) of \(self.count) arrived"]
        if self.lost > 0 { parts.append("\(self.lost) lost") }
        for (name, percent) in Self.percentiles {
            if let time = Self.percentile(percent, of: self.arrivals) {
                parts.append("\(name) \(Figures.roundTrip(time))")
            }
        }
        if let problem { parts.append("ended early: \(problem)") }
        return "probe of \(self.channel.text): \(parts.joined(separator: ", "))"
    }

    private static let percentiles = [("p50", 50), ("p90", 90), ("p99", 99), ("max", 100)]
}
