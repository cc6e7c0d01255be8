import ChannelsProtocol
import TestSupport
import TextScreen

@testable import Dashboard

/// Builds dashboards for tests.
enum DashboardFixture {
    static func options(_ glyphs: GlyphSet = .unicode) -> DashboardOptions {
        DashboardOptions(
            glyphs: glyphs, utcOffsetSeconds: 3600, serverLabel: "sandbox",
            address: "ws://127.0.0.1:6001", appKey: "sand…key",
            knownChannels: ["presence-game-1", "presence-game-2"])
    }

    static func empty(_ columns: Int = 80, _ rows: Int = 24) -> DashboardState {
        DashboardState(options: self.options(), size: ScreenSize(columns: columns, rows: rows))
    }

    /// A dashboard that has seen a recorded session.
    static func dashboard(
        _ session: RecordedEvents = .sandboxSession(), _ columns: Int = 80, _ rows: Int = 24,
        glyphs: GlyphSet = .unicode
    ) -> DashboardState {
        var state = DashboardState(
            options: self.options(glyphs), size: ScreenSize(columns: columns, rows: rows))
        _ = state.handle(.client(session.events))
        _ = state.handle(.tick(session.time))
        return state
    }
}

extension DashboardState {
    /// Presses keys by their names, as the help writes them: `"s"`, `"Ctrl-U"`, `"Enter"`.
    @discardableResult
    mutating func press(_ names: String...) -> [Effect] {
        var effects: [Effect] = []
        for name in names {
            if let key = KeyPress(name: name) { effects += self.handle(.key(key)) }
        }
        return effects
    }

    /// Types a text, a key for each character.
    @discardableResult
    mutating func type(_ text: String) -> [Effect] {
        text.unicodeScalars.flatMap { self.handle(.key(.character($0))) }
    }
}
