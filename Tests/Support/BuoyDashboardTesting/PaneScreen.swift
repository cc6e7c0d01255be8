package import BuoyDashboard
import BuoyTestSupport
package import BuoyTextScreen
package import Testing

extension DashboardState {
    /// A pane with its title, without the rest of the screen; empty if it is not on the screen.
    package func screen(of pane: PaneID) -> Canvas {
        self.screen().part(
            self.layout.rect(of: pane) ?? Rect(x: 0, y: 0, width: 0, height: 0))
    }

    /// The same with an empty event log, for a whole screen that is about something else: a new
    /// column of the log does not change it.
    package var withoutEvents: DashboardState {
        var state = self
        state.events.clear()
        return state
    }

    /// The same with a pane in the focus; it has the whole screen if that is large enough for
    /// several panes.
    package func showing(_ pane: PaneID) -> DashboardState {
        var state = self
        if pane == .inspector {
            if state.events.count > 0 { state.press("3", "Enter") }
            state.press("5")
        } else {
            state.focus(on: pane)
        }
        if state.layout.tabs.isEmpty { state.press("z") }
        state.notice = nil
        return state
    }
}

/// Compares a pane with its golden screen, which has nothing of the header, the footer and other
/// panes. It fails if the pane is not on the screen.
package func expectGolden(
    _ state: DashboardState, pane: PaneID, _ name: String, file: String = #filePath,
    location: SourceLocation = #_sourceLocation
) throws {
    let rect = state.layout.rect(of: pane) ?? .zero
    try expectGolden(state, in: rect, name, file: file, location: location)
}

/// Compares a part of the screen, such as the header, with its golden screen.
package func expectGolden(
    _ state: DashboardState, in rect: Rect, _ name: String, file: String = #filePath,
    location: SourceLocation = #_sourceLocation
) throws {
    try #require(rect.width > 0 && rect.height > 0, sourceLocation: location)
    let part = state.screen().part(rect)
    let differences = try GoldenScreen.differences(part, name, besides: file)
    #expect(differences.isEmpty, sourceLocation: location)
}

/// The screens of a pane that every feature has to show: with nothing, and with too much of
/// everything, hostile, wide and in ASCII.
package struct PaneSituation: Sendable, CustomTestStringConvertible {
    package let situation: Situation
    package let columns: Int
    package let rows: Int

    package var testDescription: String { "\(self.situation) \(self.columns)x\(self.rows)" }

    package static let all = Situation.allCases.flatMap { situation in
        [(80, 24), (60, 15)].map {
            PaneSituation(situation: situation, columns: $0, rows: $1)
        }
    }

    /// Compares the pane with its golden screen, and finds nothing wrong with the whole one.
    package func expect(
        _ pane: PaneID, in catalog: Catalog, file: String = #filePath,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let state = self.situation.dashboard(self.columns, self.rows, catalog: catalog)
            .showing(pane)
        SoundScreen(state).expect(self.situation, location: location)
        let isGolden: Bool =
            switch self.situation {
            case .empty, .overfull, .hostile: true
            case .connected, .wide, .ascii: self.columns == 80
            case .connecting, .unavailable, .failed, .disconnected: false
            }
        guard isGolden else { return }
        let name = "\(pane.configurationName)-\(self.situation.rawValue)-\(self.columns)"
        try expectGolden(state, pane: pane, name, file: file, location: location)
    }
}

extension SoundScreen {
    /// Expects that there is nothing wrong with the screen.
    package func expect(
        _ situation: Situation, location: SourceLocation = #_sourceLocation
    ) {
        #expect(self.rowsOfOtherWidth.isEmpty, sourceLocation: location)
        #expect(self.unsafeScalars.isEmpty, sourceLocation: location)
        #expect(self.brokenTitles.isEmpty, sourceLocation: location)
        #expect(self.brokenDividers.isEmpty, sourceLocation: location)
        #expect(self.statesConnection(situation.state), sourceLocation: location)
        if situation == .ascii {
            #expect(self.scalarsOutsideASCII.isEmpty, sourceLocation: location)
        }
    }
}
