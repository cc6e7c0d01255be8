package import ChannelsProtocol
package import DashboardSetup
package import TextScreen

/// Something that happened to the dashboard. Actions are data, so that they can be queued, recorded
/// and replayed; time comes in with them.
package enum Action: Hashable, Sendable {
    /// What the client reports, in order.
    case client([ClientEvent])
    /// A key was pressed, or text was pasted.
    case key(KeyPress)
    /// Time passed. At least once a second, and as often as `DashboardState.tickInterval` asks.
    case tick(Timestamp)
    /// The terminal has this size, at the start and after each change.
    case resized(ScreenSize)
    /// An effect could not be carried out, and why; the text may come from a peer.
    case effectFailed(Effect, String)
    /// Something to tell the user that did not come from the client.
    case notice(NoticeLevel, String)
    /// How far an export has come, in events.
    case exportProgress(written: Int, of: Int)
    /// A file was not written, because there is one of its name already.
    case fileExists(FileEffect, path: String)
    /// A theme is shown from now on; it may bring symbols of its own.
    case themeShown(name: String, glyphs: GlyphSet)
    /// Mouse reports are on, or off.
    case mouseSwitched(Bool)
    /// The configuration was read again.
    case configured(DashboardSettings, Keymap)
    /// What the terminal and the program have to say for the figures, in the order of showing.
    case figures([Figure])

    /// A line of the figures.
    package struct Figure: Hashable, Sendable {
        /// What it is, in a word or two.
        package let name: String
        /// The figure as it is shown.
        package let value: String

        /// A line with a name and a value.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}

/// How much a notice matters.
package enum NoticeLevel: Hashable, Sendable, CaseIterable {
    /// Something to know.
    case info
    /// Something worked.
    case success
    /// Something to look at.
    case warning
    /// Something failed.
    case failure
}
