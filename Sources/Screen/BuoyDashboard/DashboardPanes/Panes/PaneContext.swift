package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol

package struct PaneContext {
    package let now: ChannelsTimestamp
    package let settings: DashboardSettings
    package let glyphs: GlyphSet
    package let utcOffsetSeconds: Int
    package let keymap: Keymap
    package let connection: ConnectionHeader
    package let channels: ChannelsPane
    package let members: MembersPane
    var search: Needle?
    var screenRows = 24

    init(
        now: ChannelsTimestamp,
        settings: DashboardSettings,
        glyphs: GlyphSet,
        utcOffsetSeconds: Int,
        keymap: Keymap,
        connection: ConnectionHeader,
        channels: ChannelsPane,
        members: MembersPane,
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
        self.search = search
    }

    package func advising(_ lines: [SafeText]) -> [SafeText] {
        self.connection.canConnect ? lines : []
    }

    package func staleSince(of channel: ChannelName?) -> ChannelsTimestamp? {
        self.members.staleSince(
            of: channel, self.channels, isConnected: self.connection.state == .connected)
    }

    func note(of gap: GapRecord) -> LogNote {
        let facts = gap.facts(at: self.now) { self.times.timeOfDay($0) }
        let recovered = gap.recoveredLines { self.times.timeOfDay($0) }
        return LogNote(
            at: gap.lossNoticed, "gap \(gap.number)", gap.isOpen ? .bad : .warning,
            text: gap.summary, facts: facts.map { LogNote.Fact($0.label, $0.value) },
            body: recovered.isEmpty ? nil : EventData(recovered.joined(separator: "\n")))
    }

    package var times: EventTimes {
        EventTimes(
            format: self.settings.timeFormat, utcOffsetSeconds: self.utcOffsetSeconds,
            now: self.now)
    }

    func roster(at index: Int) -> ChannelName? {
        let rosters = self.channels.rosters
        return rosters.indices.contains(index) ? rosters[index] : nil
    }
}

package struct PanePlace: Hashable, Sendable {
    package let size: ScreenSize
    /// Among several places of the same pane: the number of a presence channel.
    var index = 0
    var hasTitle = true

    init(size: ScreenSize, index: Int = 0, hasTitle: Bool = true) {
        self.size = size
        self.index = index
        self.hasTitle = hasTitle
    }

    /// The size of a page if the pane has no rows on the screen.
    package var height: Int { self.size.rows > 0 ? self.size.rows : 10 }
}
