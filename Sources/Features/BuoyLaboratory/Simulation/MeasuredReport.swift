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

    /// With more clients, one table summarizes them by attempt.
    private static let mostTables = 3

    var lines: [String] {
        guard self.restarts.count > Self.mostTables else {
            return self.restarts.flatMap { self.lines(of: $0) + [""] }
        }
        return self.herdLines + [""]
    }

    private var herdLines: [String] {
        let back = self.restarts.compactMap(\.back).sorted()
        guard let first = back.first, let last = back.last else { return [] }
        let times = [first, back[(back.count - 1) / 2], last].map { Figures.preciseDuration($0) }
        let most = self.restarts.map(\.attempts.count).max() ?? 0
        let title = LabProfile.title(self.profile.name, isRecorded: self.profile.isRecorded)
        let width = 14
        return [
            "\(self.restarts.count) clients: the first back after \(times[0]), half after "
                + "\(times[1]), all after \(times[2])",
            ["attempt", "clients", "measured", "expected"].map { $0.padded(to: width) }.joined()
                + title,
        ]
            + (0..<most).map { index in
                let (clients, connected) = self.count(ofAttempt: index)
                let range = self.measured(index)
                let expected = self.expected(index)
                let columns = [
                    "\(index + 1)", "\(clients)", Self.words(range),
                    expected.map(Self.words) ?? "none",
                ]
                let remarks = [range.lowerBound, range.upperBound].compactMap {
                    Self.difference($0, expected)
                }
                return columns.map { $0.padded(to: width) }.joined()
                    + (remarks.first.map { "\($0); " } ?? "") + "\(connected) connected"
            }
    }

    private func count(ofAttempt index: Int) -> (clients: Int, connected: Int) {
        let counts = self.restarts.map(\.attempts.count)
        return (counts.count { $0 > index }, counts.count { $0 == index + 1 })
    }

    private func measured(_ index: Int) -> ClosedRange<Duration> {
        let starts = self.restarts.compactMap { restart in
            restart.attempts.indices.contains(index) ? restart.attempts[index].start : nil
        }
        return (starts.min() ?? .zero)...(starts.max() ?? .zero)
    }

    private func expected(_ index: Int) -> ClosedRange<Duration>? {
        let ranges = self.restarts.compactMap { restart in
            let ranges = restart.expected(self.profile.policy)
            return ranges.indices.contains(index) ? ranges[index] : nil
        }
        guard let least = ranges.map(\.lowerBound).min(),
            let most = ranges.map(\.upperBound).max()
        else { return nil }
        return least...most
    }

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
        let server =
            "Server: back between \(between[0]) and \(between[1]) after the loss. "
            + "Longest handshake: \(longest). At most \(Figures.counted(self.rate, "handshake")) "
            + "in one second."
        guard self.restarts.count <= Self.mostTables || answers.max() ?? .zero < .seconds(1) else {
            return [
                server,
                "Clients waited for the server, so its capacity is about \(self.rate)/s. Its queues "
                    + "are not in a recording.",
            ]
        }
        return [
            server,
            "Not in a recording: other clients, the server's capacity and its queues. Set them with "
                + "--clients and --capacity.",
        ]
    }

    /// The largest number of these clients that were back within one second.
    private var rate: Int {
        let times = self.restarts.compactMap { restart in
            restart.back.map { restart.loss.advanced(by: $0) }
        }
        let counts = times.map { start in
            times.count { $0 >= start && $0.duration(since: start) < .seconds(1) }
        }
        return counts.max() ?? 0
    }
}
