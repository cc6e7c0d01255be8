package import BuoyScripts
package import BuoyTextScreen
package import ChannelsProtocol

/// Actions are data, so that they can be queued, recorded and replayed; they also bring the time.
package enum Action: Hashable, Sendable {
    case client([ClientReport])
    case standing([ClientReport], lastNumber: Int)
    /// After a jump in a replay: notices about what was on the way are dropped.
    case jumped
    case key(KeyPress)
    /// Sent at least once a second, and as often as `DashboardState.tickInterval` asks.
    case tick(ChannelsTimestamp)
    case resized(ScreenSize)
    /// The text may come from a peer.
    case effectFailed(Effect, String)
    case notice(NoticeLevel, String)
    case policyChanged(String)
    case exportProgress(written: Int, of: Int)
    case fileExists(FileEffect, path: String)
    case themeShown(name: String, glyphs: GlyphSet)
    case themesDescribed([String: String])
    case mouseSwitched(Bool)
    case configured(DashboardSettings, Keymap)
    /// `share` is what this log may take, in bytes; `nil` for what it has.
    case memoryShared(SharedMemory, share: Int?)
    case serversListed(ServerMenu)
    case figures([Figure])
    case service(ServiceReport)
    case servers(ServersReport)
    case placed(isBehind: Bool, isBeside: Bool)
    case box(SafeText, [Figure])

    package struct Figure: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}

package enum NoticeLevel: Hashable, Sendable, CaseIterable {
    case info
    case success
    case warning
    case failure
}
