import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

/// Compares measured restarts of one or more clients with a policy.
struct MeasuredReport {
    let restarts: [MeasuredRestart]
    let profile: LabProfile

    /// How much an attempt may differ: a tenth and half a second, as in the proxy.
    private static let slack = Duration.milliseconds(500)

    var lines: [String] { self.restarts.flatMap { self.lines(of: $0) + [""] } }

    private func lines(of restart: MeasuredRestart) -> [String] {
        let expected = restart.expected(self.profile.policy)
        let width = 12
        var lines = [
            "\(restart.name): \(Self.sentence(restart.cause)); back after "
                + "\(Figures.preciseDuration(restart.back ?? .zero))",
            ["attempt", "measured", "expected"].map { $0.padded(to: width) }.joined()
                + LabProfile.title(self.profile.name, isRecorded: self.profile.isRecorded),
        ]
        for (index, attempt) in restart.attempts.enumerated() {
            let range = index < expected.count ? expected[index] : nil
            let columns = [
                "\(index + 1)", Figures.preciseDuration(attempt.start),
                range.map(Self.words) ?? "none",
            ]
            let remark =
                Self.difference(attempt.start, range)
                .map { "\($0); " } ?? ""
            let outcome = attempt.failure.map { Self.sentence($0) } ?? "connected"
            lines.append(columns.map { $0.padded(to: width) }.joined() + remark + outcome)
        }
        return lines
    }

    /// Without what follows, which is about now.
    private static func sentence(_ end: ConnectionEnd) -> String {
        let text = PlainOutput.line(end.description)
        let first = text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) } ?? text
        return first.hasSuffix(".") ? String(first.dropLast()) : first
    }

    private static func words(_ range: ClosedRange<Duration>) -> String {
        let ends = [range.lowerBound, range.upperBound].map { Figures.preciseDuration($0) }
        return ends[0] == ends[1] ? ends[0] : ends.joined(separator: "-")
    }

    private static func difference(
        _ start: Duration, _ range: ClosedRange<Duration>?
    ) -> String? {
        guard let range else { return "the policy would have given up" }
        let slack = range.upperBound / 10 + Self.slack
        if start > range.upperBound + slack {
            return "\(Figures.preciseDuration(start - range.upperBound)) later than expected"
        }
        if start < range.lowerBound - slack {
            return "\(Figures.preciseDuration(range.lowerBound - start)) earlier than expected"
        }
        return nil
    }

    var serverSentences: [String] {
        let back = self.restarts.map(\.serverWasBack)
        let least = back.map(\.lowerBound).max() ?? .zero
        let most = back.map(\.upperBound).min() ?? .zero
        let between = [least, max(least, most)].map { Figures.preciseDuration($0) }
        let answers = self.restarts.compactMap(\.handshake)
        let longest = answers.max().map { Figures.preciseDuration($0) } ?? "-"
        return [
            "Server: back between \(between[0]) and \(between[1]) after the loss. "
                + "Longest handshake: \(longest). At most \(self.rate) in one second.",
            "Not in a recording: other clients, the server's capacity and its queues. Set them with "
                + "--clients and --capacity.",
        ]
    }

    /// The largest number of these clients that were back within one second.
    private var rate: String {
        let times = self.restarts.compactMap { restart in
            restart.back.map { restart.loss.advanced(by: $0) }
        }
        let counts = times.map { start in
            times.count { $0 >= start && $0.duration(since: start) < .seconds(1) }
        }
        return Figures.counted(counts.max() ?? 0, "handshake")
    }
}
