import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

/// The names of the rows on the screen, and of rows that were there a moment ago: columns that
/// changed their widths with every row could not be read.
struct LogNames: Hashable, Sendable {
    private(set) var channels = SeenNames()
    private(set) var events = SeenNames()
    private var second: Int64?

    struct Row: Hashable, Sendable {
        let channel: NameForms.Name
        let event: NameForms.Name
    }

    /// - Returns: `nil` for a report about the connection, which has no names.
    static func row(of report: ClientReport) -> Row? {
        guard case .received(let event) = report.kind, let channel = event.channel else {
            return self.row(of: report.words)
        }
        return Row(channel: channel.listed, event: NameForms.Name(event.name.text))
    }

    static func row(of words: EventDescription) -> Row? {
        guard !words.isAboutConnection else { return nil }
        let channel = words.channel?.listed ?? NameForms.Name(words.channelLabel)
        return Row(channel: channel, event: NameForms.Name(words.name))
    }

    /// Names need noting only once a second.
    func isNoted(at second: Int64) -> Bool { second == self.second }

    mutating func note(_ rows: some Sequence<Row>, at second: Int64, forgets: Bool) {
        self.second = second
        for row in rows {
            self.channels.note(row.channel, at: second)
            self.events.note(row.event, at: second)
        }
        if forgets {
            self.channels.forget(before: second - Self.memory)
            self.events.forget(before: second - Self.memory)
        }
        self.channels.forms.measure()
        self.events.forms.measure()
    }

    private static let memory: Int64 = 30

    /// With rows that came since.
    func including(_ rows: some Sequence<Row>) -> LogNames {
        let new = rows.filter {
            !self.channels.forms.contains($0.channel) || !self.events.forms.contains($0.event)
        }
        guard !new.isEmpty else { return self }
        var names = self
        for row in new {
            names.channels.note(row.channel, at: 0)
            names.events.note(row.event, at: 0)
        }
        names.channels.forms.measure()
        names.events.forms.measure()
        return names
    }
}

struct SeenNames: Hashable, Sendable {
    var forms = NameForms()
    private var seen: [NameForms.Name: Int64] = [:]

    /// More than the rows of a screen.
    private static let most = 200

    mutating func note(_ name: NameForms.Name, at second: Int64) {
        if self.seen[name] == nil, self.seen.count >= Self.most,
            let oldest = self.seen.min(by: { $0.value < $1.value })?.key
        {
            self.seen[oldest] = nil
            self.forms.remove(oldest)
        }
        self.forms.insert(name)
        self.seen[name] = second
    }

    mutating func forget(before second: Int64) {
        for name in self.seen.filter({ $0.value < second }).keys {
            self.seen[name] = nil
            self.forms.remove(name)
        }
    }
}

extension LogNames {
    /// Divides the cells of a row between channel, event and data.
    ///
    /// Names that fit are whole, unless the data would get less than a third. Then namespaces are
    /// left out, and data has at least 20 cells. In a narrow pane names are cut, but only as far as
    /// they can be told apart.
    func columns(room: Int) -> (channel: NameColumn, event: NameColumn) {
        let data = room < 44 ? max(room / 4, 8) : 20
        let (channels, events) = (self.channels.forms, self.events.forms)
        let forms: [(NameForms.Level, NameForms.Level, data: Int)] = [
            (.whole, .whole, max(data, room / 3)), (.whole, .short, data),
            (.marked, .short, data), (.short, .short, data),
        ]
        for (channel, event, data) in forms {
            let names = room - data
            let most = (channels.width(channel).most, events.width(event).most)
            let usual = (channels.width(channel).usual, events.width(event).usual)
            guard usual.0 + usual.1 <= names else { continue }
            let first = min(max(most.0, Self.least(10, room)), names - usual.1)
            let second = min(max(most.1, Self.least(12, room)), names - first)
            return (
                NameColumn(channels, channel, width: first),
                NameColumn(events, event, width: second)
            )
        }
        return self.cutColumns(room: room, names: room - data)
    }

    /// So that the first events do not move the data.
    private static func least(_ cells: Int, _ room: Int) -> Int { room < 44 ? 0 : cells }

    private func cutColumns(room: Int, names: Int) -> (channel: NameColumn, event: NameColumn) {
        let (channels, events) = (self.channels.forms, self.events.forms)
        let most = (channels.width(.short).most, events.width(.short).most)
        var event = min(most.1, max(names - most.0, names * 11 / 20))
        var channel = min(most.0, names - event)
        var columns = (
            channel: NameColumn(channels, .short, width: channel),
            event: NameColumn(events, .short, width: event)
        )
        // Data makes room until all names look different.
        while channel + event < room {
            if !columns.event.isDistinct {
                event += 1
                columns.event = NameColumn(events, .short, width: event)
            } else if !columns.channel.isDistinct {
                channel += 1
                columns.channel = NameColumn(channels, .short, width: channel)
            } else {
                break
            }
        }
        return columns
    }

    /// For one row: whole names, as far as there is room.
    static func whole(
        _ row: Row, room: Int, beside columns: (channel: NameColumn, event: NameColumn)
    ) -> (channel: NameColumn, event: NameColumn) {
        let (channels, events) = (NameForms([row.channel]), NameForms([row.event]))
        let channel = SafeText(sanitizing: row.channel.text, limit: 256).width
        let event = SafeText(sanitizing: row.event.text, limit: 256).width
        guard channel + event > room else {
            return (
                NameColumn(channels, .whole, width: max(channel, columns.channel.width)),
                NameColumn(events, .whole, width: max(event, columns.event.width))
            )
        }
        let rest = max(room - columns.channel.width, columns.event.width)
        return (columns.channel, NameColumn(events, .whole, width: min(rest, event)))
    }
}
