import ChannelsProtocol

/// Counts events by channel. Those of one read mostly share names, so only a change of names
/// looks for the row.
struct ChannelTally: Sendable {
    struct Row: Hashable, Sendable {
        let channel: ChannelName?
        var events = 0
        var bytes = 0
    }

    private var rows: [Row] = []
    private var places: [ChannelName?: Int] = [:]
    private var last: (event: ChannelsEvent, place: Int)?

    mutating func add(_ event: ChannelsEvent) {
        let place = self.place(of: event)
        self.rows[place].events += 1
        self.rows[place].bytes += event.data.byteCount
    }

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
