import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Synchronization
import Testing

@testable import BuoyDashboard

/// Counts how often it is asked for its contents, as every layout asks.
private struct CountingPane: ListPane {
    static let profile = PaneProfile(PaneID(15, "Counting", key: "%"), .lists)
    static let hints: [CommandName] = []
    static let count = Atomic(0)

    func contents(_ context: PaneContext) -> PaneContents {
        Self.count.add(1, ordering: .relaxed)
        return PaneContents(rows: 3)
    }

    func count(_ context: PaneContext) -> Int? { 3 }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {}

    func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? { nil }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {}

    func selection(_ context: PaneContext) -> PaneSelection? { nil }

    func inspectReason(_ context: PaneContext) -> String? { nil }
}

private enum Counting: DashboardFeature {
    static func panes(_ facts: FeatureFacts) -> [any Pane] { [CountingPane()] }

    static let commands: [Command] = []
}

@Suite("The layout of a frame", .serialized)
struct KeptLayoutTests {
    private static func state() -> DashboardState {
        var state = DashboardFixture.empty(120, 40, catalog: Catalog([Counting.self]))
        _ = state.handle(.client(RecordedEvents.sandboxSession().events))
        state.prepareFrame()
        _ = state.screen()
        return state
    }

    @Test("is computed once for a key and its frame", arguments: ["Down", "3", "End", "z"])
    func key(key: String) {
        var state = Self.state()
        let before = CountingPane.count.load(ordering: .relaxed)
        state.press(key)
        state.prepareFrame()
        _ = state.screen()
        #expect(CountingPane.count.load(ordering: .relaxed) - before == 1)
    }

    @Test("is computed once for reports and their frame, and not again for the next key")
    func reports() {
        var state = Self.state()
        let before = CountingPane.count.load(ordering: .relaxed)
        _ = state.handle(.client(RecordedEvents.sandboxSession().events))
        state.prepareFrame()
        _ = state.screen()
        #expect(CountingPane.count.load(ordering: .relaxed) - before == 1)
        _ = state.handle(.key(.resize))
        _ = state.screen()
        #expect(CountingPane.count.load(ordering: .relaxed) - before == 1)
    }
}
