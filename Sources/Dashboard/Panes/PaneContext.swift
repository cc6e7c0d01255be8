import ChannelsProtocol
import DashboardSetup
import EventLog
import TextScreen

/// What a pane may read of everything else.
struct PaneContext {
    let now: Timestamp
    let settings: DashboardSettings
    let glyphs: GlyphSet
    let utcOffsetSeconds: Int
    /// Which key does what, for panes that name a key.
    let keymap: Keymap
    /// The connection, as the header shows it.
    let connection: ConnectionPane
    /// The channels that are wanted, and the selected one of them.
    let channels: ChannelsPane
    /// The cells of the longest event name that was seen.
    var eventNameWidth = 0
    /// What the event log is searched for.
    var search: Needle?

    /// How the times of rows are written.
    var times: EventTimes {
        EventTimes(
            format: self.settings.timeFormat, utcOffsetSeconds: self.utcOffsetSeconds,
            now: self.now)
    }

    /// Since when what is shown may be old, because there is no connection; `nil` while there is
    /// one, and before the first.
    var staleSince: Timestamp? {
        guard self.connection.state != .connected, self.connection.since != .zero else {
            return nil
        }
        return self.connection.lostAt ?? self.connection.since
    }

    /// The presence channel whose members are shown in a place.
    func roster(at index: Int) -> ChannelName? {
        let rosters = self.channels.rosters
        return rosters.indices.contains(index) ? rosters[index] : nil
    }
}

/// The place of a pane when a key or the mouse addresses it.
struct PanePlace: Hashable, Sendable {
    /// The room below its title; empty while it has none.
    let size: ScreenSize
    /// Which of several places of the same pane it is: the number of a presence channel.
    var index = 0
    /// Whether it draws its title.
    var hasTitle = true

    /// Rows on the screen; what a page is while it has none.
    var height: Int { self.size.rows > 0 ? self.size.rows : 10 }
}
