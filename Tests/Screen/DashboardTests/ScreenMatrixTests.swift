import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyDashboard

/// Each situation on a screen of each class, and in each pane that has a screen to itself.
///
/// A whole screen is recorded in one size, with an empty log, for its arrangement and its header;
/// the rows of panes are in the screens of the panes. What other suites have already, and what
/// looks like something that is here, has no golden screen. Everything, with one or without, must
/// be sound: see `SoundScreen`.
@Suite("The table of golden screens")
struct ScreenMatrixTests {
    /// A screen of the table.
    struct Entry: Sendable, CustomTestStringConvertible {
        let situation: Situation
        /// The pane that has the screen to itself; `nil` for all of them in the standard layout.
        let pane: PaneID?
        let columns: Int
        let rows: Int

        var name: String {
            let pane = self.pane.map { "-\($0.configurationName)" } ?? ""
            return "matrix-\(self.situation.rawValue)\(pane)"
        }

        var file: String {
            let size = self.pane.map { self.dashboard().screen(of: $0).size }
            return "\(self.name).\(size?.columns ?? self.columns)x\(size?.rows ?? self.rows).screen"
        }
        var testDescription: String { "\(self.name) \(self.columns)x\(self.rows)" }

        /// The dashboard, with something to read in the inspector where there is something.
        func dashboard() -> DashboardState {
            let state = self.situation.dashboard(self.columns, self.rows)
            return self.pane.map { state.showing($0) } ?? state
        }
    }

    private static let sizes = [(60, 15), (80, 24), (120, 40), (200, 60)]

    /// All that there could be.
    static let all = Situation.allCases.flatMap { situation in
        Self.sizes.map { Entry(situation: situation, pane: nil, columns: $0, rows: $1) }
            + Catalog.core.panes.flatMap { pane in
                [(80, 24), (60, 15)].map {
                    Entry(situation: situation, pane: pane, columns: $0, rows: $1)
                }
            }
    }

    /// Those with a golden screen.
    static let recorded = Self.all.filter { entry in
        guard let pane = entry.pane else {
            return entry.columns == 80 && entry.situation != .connected
        }
        guard Self.panes[entry.situation, default: []].contains(pane) else { return false }
        return entry.columns == 80 || Self.narrow.contains(entry.situation)
    }

    /// The panes in which a situation does not look like another one.
    private static let panes: [Situation: [PaneID]] = [
        .empty: Catalog.core.panes,
        .connecting: [.channels, .members, .events, .bindings, .connection],
        .connected: Catalog.core.panes,
        .unavailable: [.channels, .members, .connection],
        .failed: [.channels, .members, .connection],
        .disconnected: [.channels],
        .overfull: Catalog.core.panes,
        .hostile: Catalog.core.panes,
        .wide: Catalog.core.panes,
        .ascii: Catalog.core.panes,
    ]

    /// The situations that are worth a narrow screen: with nothing, and with too much of
    /// everything.
    private static let narrow: Set<Situation> = [.empty, .overfull, .hostile]

    @Test("every situation has the screens of the table", arguments: Self.recorded)
    func screen(_ entry: Entry) throws {
        guard let pane = entry.pane else {
            return try expectGolden(entry.dashboard().withoutEvents, entry.name)
        }
        try expectGolden(entry.dashboard(), pane: pane, entry.name)
    }

    @Test("a screen is sound, and members are stale without a connection", arguments: Self.all)
    func sound(_ entry: Entry) {
        let state = entry.dashboard()
        let screen = SoundScreen(state)
        screen.expect(entry.situation)
        // Members are stale while there is no connection.
        let hasMembers = state.layout.rect(of: .members) != nil && !state.rosterChannels.isEmpty
        let isLost = [.unavailable, .failed, .disconnected].contains(state.connection.state)
        #expect((screen.staleMarks > 0) == (isLost && hasMembers))
    }
}
