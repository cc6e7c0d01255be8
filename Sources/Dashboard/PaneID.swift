/// A pane: a part of the screen that can have the keys.
package enum PaneID: Int, CaseIterable, Hashable, Sendable {
    case channels = 1
    case members, events, bindings, inspector

    /// As titles and messages write it.
    package var title: String {
        switch self {
        case .channels: "Channels"
        case .members: "Members"
        case .events: "Events"
        case .bindings: "Bindings"
        case .inspector: "Inspector"
        }
    }

    /// The key that jumps to it.
    var digit: String { String(self.rawValue) }
}
