package import BuoyDashboard
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
package import Testing

/// Gives an action to a dashboard and compares the whole state with what is expected to change:
/// anything else that changes fails, apart from the revision.
package func expect(
    _ state: inout DashboardState, _ action: Action, effects: [Effect] = [],
    location: SourceLocation = #_sourceLocation, changes: (inout DashboardState) -> Void = { _ in }
) {
    var expected = state
    changes(&expected)
    let answer = state.handle(action)
    expected.revision = state.revision
    #expect(answer == effects, sourceLocation: location)
    #expect(state == expected, "something else changed", sourceLocation: location)
}

extension Action {
    /// A key by its name, as the help writes it.
    package static func key(named name: String) -> Action {
        KeyPress(name: name).map(Action.key) ?? .notice(.failure, "no key is called \(name)")
    }
}

/// Compares a screen with its golden one, in the folder `Screens` beside the test.
package func expectGolden(
    _ state: DashboardState, _ name: String, file: String = #filePath,
    location: SourceLocation = #_sourceLocation
) throws {
    let differences = try GoldenScreen.differences(state.screen(), name, besides: file)
    #expect(differences.isEmpty, sourceLocation: location)
}
