import ChannelsProtocol
import ConnectionHeader
import DashboardSetup
import EventLog
import TextScreen

/// The other state that a pane may read.
struct PaneContext {
    let now: Timestamp
    let settings: DashboardSettings
    let glyphs: GlyphSet
    let utcOffsetSeconds: Int
    /// The key map, for panes that mention keys.
    let keymap: Keymap
    /// The connection, as the header shows it.
    let connection: ConnectionPane
    /// The wanted channels, and the selected one.
    let channels: ChannelsPane
    /// The members of presence channels.
    let members: MembersPane
    /// The width of the longest event name, in cells.
    var eventNameWidth = 0
    /// The search text of the event log.
    var search: Needle?

    /// The format of the times of rows.
    var times: EventTimes {
        EventTimes(
            format: self.settings.timeFormat, utcOffsetSeconds: self.utcOffsetSeconds,
            now: self.now)
    }

    /// Since when the shown data may be out of date, because there is no connection; `nil` while
    /// there is one, and before the first.
    var staleSince: Timestamp? {
        guard self.connection.state != .connected, self.connection.since != .zero else {
            return nil
        }
        return self.connection.lostAt ?? self.connection.since
    }

    /// The presence channel whose members are shown at a place.
    func roster(at index: Int) -> ChannelName? {
        let rosters = self.channels.rosters
        return rosters.indices.contains(index) ? rosters[index] : nil
    }
}

/// The place of a pane that a key or the mouse addresses.
struct PanePlace: Hashable, Sendable {
    /// The size below its title; empty if it is collapsed.
    let size: ScreenSize
    /// The index among several places of the same pane: the number of a presence channel.
    var index = 0
    /// Whether its title is drawn.
    var hasTitle = true

    /// The number of rows on the screen, or the size of a page if it has none.
    var height: Int { self.size.rows > 0 ? self.size.rows : 10 }
}
