import ChannelsEventWords
import ChannelsProtocol

/// The figures of a probe.
package struct ProbeResult: Hashable, Sendable {
    let channel: ChannelName
    /// The number of events to publish.
    let count: Int
    /// The times from publishing to arrival, shortest first.
    package let arrivals: [Duration]
    /// The times from the request to its answer, shortest first.
    package let answers: [Duration]
    /// The number of events that did not arrive in time.
    package let lost: Int
    /// Why it ended early; `nil` if it did not.
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

    /// The value that this many percent of the times do not exceed (nearest rank); `nil` without
    /// times.
    /// - Parameter times: shortest first.
    package static func percentile(_ percent: Int, of times: [Duration]) -> Duration? {
        guard !times.isEmpty else { return nil }
        let rank = (percent * times.count + 99) / 100
        return times[min(max(rank - 1, 0), times.count - 1)]
    }

    /// Names and values for a box, in order.
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

    /// The result as a sentence for a log.
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
