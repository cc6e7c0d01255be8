import ChannelsProtocol

/// Counts the events of a batch by channel. The events of one read mostly share their names, so
/// only a change of names looks for the row.
struct ChannelTally: Sendable {
    /// The events of one channel.
    struct Row: Hashable, Sendable {
        /// `nil` for events without a channel.
        let channel: ChannelName?
        var events = 0
        /// The size of their data, in bytes.
        var bytes = 0
    }

    private var rows: [Row] = []
    private var places: [ChannelName?: Int] = [:]
    private var last: (event: ChannelsEvent, place: Int)?

    init() {}

    /// Counts an event.
    mutating func add(_ event: ChannelsEvent) {
        let place = self.place(of: event)
        self.rows[place].events += 1
        self.rows[place].bytes += event.data.byteCount
    }

    /// What was counted since the last time, in the order of the first events.
    mutating func takeRows() -> [Row] {
        guard !self.rows.isEmpty else { return [] }
        defer { self = ChannelTally() }
        return self.rows
    }

    private mutating func place(of event: ChannelsEvent) -> Int {
        if let last, last.event.sharesNames(with: event) { return last.place }
        let place = self.places[event.channel] ?? self.rows.count
        if place == self.rows.count {
            self.rows.append(Row(channel: event.channel))
            self.places[event.channel] = place
        }
        self.last = (event, place)
        return place
    }
}
