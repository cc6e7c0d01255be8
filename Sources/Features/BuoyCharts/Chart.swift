import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

struct Chart: Hashable, Sendable {
    let source: ChartSource
    let filter: ChartFilter
    private var chosenSpan: ChartSpan?
    private var start: ChannelsTimestamp?
    /// `nil` for the line of the connection.
    private(set) var lines: OrderedDictionary<ChannelName?, Line> = [:]
    private(set) var withoutNumber = 0
    private(set) var beyond = 0

    static let lineLimit = 6
    static let readLimit = 20_000

    struct Line: Hashable, Sendable {
        fileprivate(set) var series = ChartSeries()
        fileprivate(set) var sequence = SequenceCount()
        /// Events in the second that is being counted, for rates.
        fileprivate var second: Int64 = 0
        fileprivate var count = 0
    }

    init(_ source: ChartSource, _ filter: ChartFilter) {
        self.source = source
        self.filter = filter
    }

    var emptied: Chart {
        var chart = Chart(self.source, self.filter)
        chart.chosenSpan = self.chosenSpan
        return chart
    }

    /// Names the channels that the chart is limited to. Marked channels limit it too.
    var title: String {
        let channels = self.filter.channels
        let name = self.source.title
        guard channels.count < 2 else { return "\(name) on \(channels.count) channels" }
        return name + (channels.first.map { " on \($0.text)" } ?? "")
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
