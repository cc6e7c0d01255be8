package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol

/// The other state that a pane may read.
package struct PaneContext {
    /// The current time, or that of a recording.
    package let now: Timestamp
    /// The user's settings.
    package let settings: DashboardSettings
    /// The symbols to draw with.
    package let glyphs: GlyphSet
    /// The offset of displayed times from UTC, in seconds.
    package let utcOffsetSeconds: Int
    /// The key map, for panes that mention keys.
    package let keymap: Keymap
    /// The connection, as the header shows it.
    package let connection: ConnectionPane
    /// The wanted channels, and the selected one.
    package let channels: ChannelsPane
    /// The members of presence channels.
    package let members: MembersPane
    /// The width of the longest event name, in cells.
    var eventNameWidth = 0
    /// The search text of the event log.
    var search: Needle?

    /// Creates a context from the current state of the dashboard.
    init(
        now: Timestamp,
        settings: DashboardSettings,
        glyphs: GlyphSet,
        utcOffsetSeconds: Int,
        keymap: Keymap,
        connection: ConnectionPane,
        channels: ChannelsPane,
        members: MembersPane,
        eventNameWidth: Int = 0,
        search: Needle? = nil
    ) {
        self.now = now
        self.settings = settings
        self.glyphs = glyphs
        self.utcOffsetSeconds = utcOffsetSeconds
        self.keymap = keymap
        self.connection = connection
        self.channels = channels
        self.members = members
        self.eventNameWidth = eventNameWidth
        self.search = search
    }

    /// What an empty list says about what can be done at the connection: nothing in a replay, or if
    /// another program does it.
    package func advising(_ lines: [SafeText]) -> [SafeText] {
        self.connection.canConnect ? lines : []
    }

    /// Since when nobody says who is on a presence channel; `nil` while the server does.
    package func staleSince(of channel: ChannelName?) -> Timestamp? {
        self.members.staleSince(
            of: channel, self.channels, isConnected: self.connection.state == .connected)
    }

    /// Everything that is known of a gap, for the inspector.
    func note(of gap: GapRecord) -> LogNote {
        let facts = gap.facts(at: self.now) { self.times.timeOfDay($0) }
        let recovered = gap.recoveredLines { self.times.timeOfDay($0) }
        return LogNote(
            at: gap.lossNoticed, "gap \(gap.number)", gap.isOpen ? .bad : .warning,
            text: gap.summary, facts: facts.map { LogNote.Fact($0.label, $0.value) },
            body: recovered.isEmpty ? nil : EventData(recovered.joined(separator: "\n")))
    }

    /// The format of the times of rows.
    package var times: EventTimes {
        EventTimes(
            format: self.settings.timeFormat, utcOffsetSeconds: self.utcOffsetSeconds,
            now: self.now)
    }

    /// The presence channel whose members are shown at a place.
    func roster(at index: Int) -> ChannelName? {
        let rosters = self.channels.rosters
        return rosters.indices.contains(index) ? rosters[index] : nil
    }
}

/// The place of a pane that a key or the mouse addresses.
package struct PanePlace: Hashable, Sendable {
    /// The size below its title; empty if it is collapsed.
    package let size: ScreenSize
    /// The index among several places of the same pane: the number of a presence channel.
    var index = 0
    /// Whether its title is drawn.
    var hasTitle = true

    /// Creates a place; by default, the only one of its pane.
    init(size: ScreenSize, index: Int = 0, hasTitle: Bool = true) {
        self.size = size
        self.index = index
        self.hasTitle = hasTitle
    }

    /// The number of rows on the screen, or the size of a page if it has none.
    package var height: Int { self.size.rows > 0 ? self.size.rows : 10 }
}
