package import BuoyScripts
package import BuoyTextScreen
package import ChannelsProtocol

/// An input to the dashboard. Actions are data, so that they can be queued, recorded and replayed;
/// they also bring the time.
package enum Action: Hashable, Sendable {
    /// Events of the client, in order.
    case client([ClientReport])
    /// The reports that lead to what was in effect after the report with a number, where a replay
    /// starts in the middle.
    case standing([ClientReport], lastNumber: Int)
    /// A jump in a replay is complete: notices about what was on the way are of no interest.
    case jumped
    /// A key was pressed, or text was pasted.
    case key(KeyPress)
    /// Time passed. Sent at least once a second, and as often as `DashboardState.tickInterval`
    /// asks.
    case tick(Timestamp)
    /// The size of the terminal, at the start and after each change.
    case resized(ScreenSize)
    /// An effect failed, for this reason; the text may come from a peer.
    case effectFailed(Effect, String)
    /// A notice for the user that does not come from the client.
    case notice(NoticeLevel, String)
    /// The client uses the reconnection policy with this name from now on.
    case policyChanged(String)
    /// The progress of an export, in events.
    case exportProgress(written: Int, of: Int)
    /// A file was not written, because a file with this name exists.
    case fileExists(FileEffect, path: String)
    /// A theme is now shown; it may have its own symbols.
    case themeShown(name: String, glyphs: GlyphSet)
    /// Whether each theme is dark or light, as a word, by the name of the theme.
    case themesDescribed([String: String])
    /// Mouse reports were switched on or off.
    case mouseSwitched(Bool)
    /// The configuration was reloaded.
    case configured(DashboardSettings, Keymap)
    /// The memory that the events of all clients of a proxy share, and what this log may take of
    /// it, in bytes; `nil` for what it has.
    case memoryShared(SharedMemory, share: Int?)
    /// The servers of the configuration, which was reloaded.
    case serversListed(ServerMenu)
    /// Figures of the terminal and the program, in display order.
    case figures([Figure])
    /// A service besides the client has answered.
    case service(ServiceReport)
    /// Events of several servers, for the log of all of them.
    case servers(ServersReport)
    /// Whether the keys go to another dashboard on the same screen, and whether others are beside
    /// it.
    case placed(isBehind: Bool, isBeside: Bool)
    /// A box with facts, until it is closed.
    case box(SafeText, [Figure])

    /// A line of the figures.
    package struct Figure: Hashable, Sendable {
        /// A name of one or two words.
        package let name: String
        /// The value as displayed.
        package let value: String

        /// Creates a line with a name and a value.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}

/// The importance of a notice.
package enum NoticeLevel: Hashable, Sendable, CaseIterable {
    /// Information.
    case info
    /// A success.
    case success
    /// Something that needs attention.
    case warning
    /// A failure.
    case failure
}
