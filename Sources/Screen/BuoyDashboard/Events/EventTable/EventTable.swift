import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// The events of the log by channel and name. It counts while it is shown, from the events that the
/// log has.
struct EventTable: Hashable, Sendable {
    struct Key: Hashable, Sendable {
        let channel: ChannelName?
        let event: EventName
    }

    struct Row: Hashable, Sendable {
        fileprivate(set) var rate = RateCounter()
        fileprivate(set) var bytes = 0
        fileprivate(set) var first: ChannelsTimestamp
        fileprivate(set) var last: ChannelsTimestamp
        /// Of the latest event in the log.
        fileprivate(set) var sequence: Int

        init(at time: ChannelsTimestamp, _ sequence: Int) {
            (self.first, self.last, self.sequence) = (time, time, sequence)
        }

        var meanBytes: Int { self.rate.total > 0 ? self.bytes / self.rate.total : 0 }
    }

    enum Mark: Hashable, Sendable {
        case new, silent
    }

    private(set) var rows: OrderedDictionary<Key, Row> = [:]
    private(set) var cursor = ListCursor<Key>()
    /// Events with names beyond the limit: publishers may invent any number of them.
    private(set) var others = 0
    private var oldest: ChannelsTimestamp?
    private var arranged: Int64?

    private static let limit = 1000
    /// As many events of the log as are read in a few milliseconds.
    private static let readLimit = 20_000

    /// - Parameter view: whose filter the events match.
    init(
        _ ring: EventRing, _ view: EventView = EventView(), _ origins: EventOrigins? = nil,
        at now: ChannelsTimestamp
    ) {
        let limit = Self.readLimit / max(view.filter?.weight ?? 1, 1)
        for sequence in max(ring.next - limit, ring.first)..<ring.next {
            guard let report = ring[sequence], view.shows(report, origins) else { continue }
            self.note(report, sequence)
        }
        self.arrange(at: now)
        self.cursor.select(0, height: 1)
    }

    mutating func note(_ report: ClientReport, _ sequence: Int) {
        guard case .received(let event) = report.kind else { return }
        self.oldest = self.oldest ?? report.time
        let key = Key(channel: event.channel, event: event.name)
        let index: Int
        if let known = self.rows.index(forKey: key) {
            index = known
        } else {
            guard self.rows.count < Self.limit, event.name.mayBeRemembered else {
                self.others &+= 1
                return
            }
            index = self.rows.count
            self.rows[key] = Row(at: report.time, sequence)
        }
        self.rows.values[index].rate.record(second: report.time.second)
        self.rows.values[index].bytes &+= event.data.byteCount
        self.rows.values[index].last = report.time
        self.rows.values[index].sequence = sequence
    }

    // MARK: The order

    /// By rate. Rows change places once a second at most, so that they can be read.
    mutating func arrange(at now: ChannelsTimestamp) {
        guard self.arranged != now.second else { return }
        self.arranged = now.second
        let rates = self.rows.values.map { $0.rate.perSecond(at: now.second) }
        let order = self.rows.keys.indices.sorted {
            rates[$0] != rates[$1] ? rates[$0] > rates[$1] : $0 < $1
        }
        self.cursor.arrange(order.map { self.rows.keys[$0] })
        if self.cursor.selected == nil { self.cursor.select(0, height: 1) }
    }

    mutating func move(_ movement: Movement, height: Int) {
        self.cursor.move(movement, height: height)
    }

    mutating func click(line: Int, height: Int) -> Bool? {
        self.cursor.select(line: line, height: height)
    }

    var selected: (key: Key, row: Row)? {
        self.cursor.selected.flatMap { key in self.rows[key].map { (key, $0) } }
    }

    // MARK: What stands out

    func mark(_ row: Row, at now: ChannelsTimestamp) -> Mark? {
        if self.usualSilence(row).map({ now.duration(since: row.last) > $0 }) == true {
            return .silent
        }
        guard let oldest, row.first.duration(since: oldest) > Self.newTime else { return nil }
        return now.duration(since: row.first) < Self.newTime ? .new : nil
    }

    /// The silence after which a name is marked; `nil` if it was too rare to tell.
    private func usualSilence(_ row: Row) -> Duration? {
        guard row.rate.total >= Self.leastEvents else { return nil }
        let interval = row.last.duration(since: row.first) / (row.rate.total - 1)
        return max(interval * 10, Self.newTime)
    }

    /// Events per second over the time in which there were any.
    func usualRate(_ row: Row) -> Double {
        let nanoseconds = row.last.duration(since: row.first).clampedNanoseconds
        return nanoseconds > 0 ? Double(row.rate.total - 1) * 1e9 / Double(nanoseconds) : 0
    }

    func silentCount(at now: ChannelsTimestamp) -> Int {
        self.rows.values.count { self.mark($0, at: now) == .silent }
    }

    private static let leastEvents = 5
    private static let newTime = Duration.seconds(10)
}
