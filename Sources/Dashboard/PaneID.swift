/// A pane: a part of the screen that can have the keys.
package enum PaneID: Int, CaseIterable, Hashable, Sendable {
    case channels = 1
    case members, events, bindings, inspector, log, rates

    /// As titles and messages write it.
    package var title: String {
        switch self {
        case .channels: "Channels"
        case .members: "Members"
        case .events: "Events"
        case .bindings: "Bindings"
        case .inspector: "Inspector"
        case .log: "Log"
        case .rates: "Rates"
        }
    }

    /// As the configuration writes it: `channels`.
    package var configurationName: String { self.title.lowercased() }

    /// The key that jumps to it.
    var digit: String { String(self.rawValue) }
}
