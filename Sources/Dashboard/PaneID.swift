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

    /// The title where there is little room.
    var shortTitle: String {
        switch self {
        case .channels: "Chan"
        case .members: "Memb"
        case .bindings: "Bind"
        case .inspector: "Insp"
        case .events, .log, .rates: self.title
        }
    }

    /// As the configuration writes it: `channels`.
    package var configurationName: String { self.title.lowercased() }

    /// The key that jumps to it.
    var digit: String { String(self.rawValue) }
}
