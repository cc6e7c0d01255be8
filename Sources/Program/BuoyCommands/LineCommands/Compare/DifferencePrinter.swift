import BuoyDashboard
import BuoyProgramSupport
import BuoyTextScreen
import ChannelsProtocol

actor DifferencePrinter {
    private var feed: ComparisonFeed
    private var channels = [ChannelCounts(), ChannelCounts()]
    private let names: [String]
    private let options: ComparingArguments
    private let alphabet: SafeText.Alphabet
    private let countsChannels: Bool
    private var hasBegun = false

    init(
        _ feed: ComparisonFeed, names: [String], _ options: ComparingArguments,
        countsChannels: Bool = true, alphabet: SafeText.Alphabet
    ) {
        self.feed = feed
        self.names = names
        self.options = options
        self.countsChannels = countsChannels
        self.alphabet = alphabet
    }

    func received(_ batch: [ClientReport], from server: Int) {
        if self.countsChannels {
            for report in batch { self.channels[server].handle(report.kind) }
        }
        self.feed.received(batch, from: server)
    }

    func passed(to now: ChannelsTimestamp) throws(Console.Failure) {
        try self.print(self.feed.passed(to: now))
        guard !self.hasBegun, self.feed.hasBegun else { return }
        self.hasBegun = true
        if self.options.tellsReady { Console.errorLine("buoy: ready") }
    }

    /// Channels that differ are only noted: no two servers have the same subscribers.
    ///
    /// - Returns: whether the servers delivered the same events.
    func finish(at now: ChannelsTimestamp) throws(Console.Failure) -> Bool {
        try self.print(self.feed.finish(at: now))
        let channels = ComparedChannel.differences(
            self.channels[0].compared, self.channels[1].compared, (self.names[0], self.names[1]))
        let isSame = self.feed.comparison.tally.isSame
        var lines = PlainLines(alphabet: self.alphabet)
        if self.options.printsJSON {
            let json = DifferenceJSON(names: self.names)
            for channel in channels { lines.append(json.note(on: channel)) }
            lines.append(json.result(of: self.feed.comparison.tally, isSame: isSame))
        } else {
            let words = ComparisonWords(self.feed.comparison, names: self.names)
            for channel in channels {
                let name = channel.name.isEmpty ? "" : "\(channel.name): "
                lines.append(ours: "note: \(name)\(channel.value)")
            }
            lines.append(
                ours: (isSame ? "Same. " : "Different. ") + words.summary(width: .max).string)
            lines.append(ours: words.timing.string)
        }
        try Console.print(lines)
        return isSame
    }

    private func print(_ differences: [ComparisonFeed.Difference]) throws(Console.Failure) {
        guard !differences.isEmpty else { return }
        var lines = PlainLines(alphabet: self.alphabet)
        for difference in differences {
            if self.options.printsJSON {
                lines.append(DifferenceJSON(names: self.names).object(of: difference))
            } else {
                self.append(difference, to: &lines)
            }
        }
        try Console.print(lines)
    }

    // MARK: Rows

    private func append(
        _ difference: ComparisonFeed.Difference, to lines: inout PlainLines
    ) {
        switch difference {
        case .onlyHere(let event): self.append(event, "+", to: &lines)
        case .late(let event, let lag):
            self.append(event, ">\(lag.clampedNanoseconds / 1_000_000)ms", to: &lines)
        case .data(let first, let second):
            self.append(first, "#", to: &lines)
            self.append(second, "#", to: &lines)
        }
    }

    private func append(_ event: ServerEvent, _ sign: String, to lines: inout PlainLines) {
        var writer = EventLines(
            utcOffsetSeconds: LocalTime.utcOffsetSeconds, alphabet: self.alphabet,
            server: "\(self.names[event.server]) \(sign)")
        writer.append(event.event, to: &lines)
    }
}

extension PlainLines {
    fileprivate mutating func append(ours text: String) {
        self.append(sanitizing: text.utf8)
        self.endLine()
    }

    fileprivate mutating func append(_ object: DifferenceJSON.Object) {
        self.append(object.writer)
        self.endLine()
    }
}
