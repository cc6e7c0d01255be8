import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// What a chart draws, and the values so far: a line for each channel, for the first channels.
struct Chart: Hashable, Sendable {
    let source: ChartSource
    let filter: ChartFilter
    /// How much time is shown, if that was chosen.
    private var chosenSpan: ChartSpan?
    /// The time of the earliest value.
    private var start: ChannelsTimestamp?
    /// The lines by channel; `nil` for the one of the connection.
    private(set) var lines: OrderedDictionary<ChannelName?, Line> = [:]
    /// Events that were to be drawn and have no number there.
    private(set) var withoutNumber = 0
    /// Events of channels for which there is no line left.
    private(set) var beyond = 0

    /// How many lines there may be, each in its colour.
    static let lineLimit = 6
    /// How many events of the log a new chart reads.
    static let readLimit = 20_000

    /// The values of a channel.
    struct Line: Hashable, Sendable {
        fileprivate(set) var series = ChartSeries()
        /// What numbers that count events say.
        fileprivate(set) var sequence = SequenceCount()
        /// Events in the second that is being counted, for rates.
        fileprivate var second: Int64 = 0
        fileprivate var count = 0
    }

    init(_ source: ChartSource, _ filter: ChartFilter) {
        self.source = source
        self.filter = filter
    }

    /// The same chart without values.
    var emptied: Chart {
        var chart = Chart(self.source, self.filter)
        chart.chosenSpan = self.chosenSpan
        return chart
    }

    /// How much time is shown: what was chosen, or a minute until there are values of more.
    func span(at now: ChannelsTimestamp) -> ChartSpan {
        if let span = self.chosenSpan { return span }
        let age = self.start.map { now.duration(since: $0) } ?? .zero
        return age <= .seconds(ChartSpan.minute.rawValue) ? .minute : .fiveMinutes
    }

    mutating func changeSpan(by step: Int, at now: ChannelsTimestamp) {
        self.chosenSpan = self.span(at: now).next(step)
    }

    /// Something arrived.
    mutating func handle(_ report: ClientReport) {
        switch (report.kind, self.source) {
        case (.received(let event), _): self.received(event, at: report.time)
        case (.pongReceived(let roundTrip?), .roundTrip):
            let value = Double(roundTrip.clampedNanoseconds) / 1e6
            self.start = self.start ?? report.time
            self.lines[nil, default: Line()].series.add(
                value, at: report.time.monotonicNanoseconds)
        case (.stateChanged(let change), .sequence) where change.current != .connected:
            for index in self.lines.values.indices {
                self.lines.values[index].sequence.interrupted()
            }
        default: break
        }
    }

    private mutating func received(_ event: ChannelsEvent, at time: ChannelsTimestamp) {
        guard self.source != .roundTrip, self.filter.matches(event) else { return }
        var value = 0.0
        switch self.source {
        case .data(let path), .sequence(let path):
            guard let number = event.data.number(at: path) else {
                self.withoutNumber &+= 1
                return
            }
            value = number
        case .size: value = Double(event.data.byteCount)
        case .rate, .roundTrip: break
        }
        guard let index = self.line(of: event.channel, at: time) else {
            self.beyond &+= 1
            return
        }
        if case .sequence = self.source, !self.lines.values[index].sequence.add(value) {
            self.withoutNumber &+= 1
            return
        }
        self.start = self.start ?? time
        guard self.source == .rate else {
            self.lines.values[index].series.add(value, at: time.monotonicNanoseconds)
            return
        }
        self.lines.values[index].close(until: time.second)
        self.lines.values[index].count += 1
    }

    /// The index of a channel's line, which is made if there is room.
    private mutating func line(of channel: ChannelName?, at time: ChannelsTimestamp) -> Int? {
        if let index = self.lines.index(forKey: channel) { return index }
        guard self.lines.count < Self.lineLimit else { return nil }
        self.lines[channel] = Line()
        self.lines[channel]?.second = time.second
        return self.lines.count - 1
    }

    /// Time passed: seconds without events have a rate too.
    mutating func timePassed(to now: ChannelsTimestamp) {
        guard self.source == .rate else { return }
        for index in self.lines.values.indices { self.lines.values[index].close(until: now.second) }
    }
}

extension Chart.Line {
    /// Adds the rates of the seconds that have ended.
    fileprivate mutating func close(until second: Int64) {
        guard second > self.second else { return }
        let start = max(self.second, second &- Int64(ChartSpan.hour.rawValue))
        for ended in start..<second {
            let count = ended == self.second ? self.count : 0
            self.series.add(
                Double(count), at: ended.multipliedReportingOverflow(by: 1_000_000_000).0)
        }
        self.second = second
        self.count = 0
    }
}
