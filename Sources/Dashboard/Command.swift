/// Everything that a key can mean. The key map, the hints at the bottom, the help overlay and
/// `docs/keys.md` are made from this one table; see `Command.entry`.
package enum Command: String, CaseIterable, Hashable, Sendable {
    // Channels and bindings
    case subscribe, unsubscribe, resubscribe, bind, bindEverywhere, unbind, toggleBinding, trigger
    // Events
    case pause, search, searchNext, searchPrevious, filter, inspect, inspectorDown, inspectorUp
    // Connection
    case connect, reconnect, disconnect
    // Panes
    case nextPane, previousPane, showChannels, showMembers, showEvents, showBindings, showInspector
    case zoom
    // Moving
    case up, down, left, right, top, bottom, halfPageUp, halfPageDown, pageUp, pageDown
    // The program
    case help, cancel, quit, quitNow, suspend, redraw
}

extension Command {
    /// Where a command stands in the help.
    package enum Section: String, CaseIterable, Hashable, Sendable {
        case channels = "Channels and bindings"
        case events = "Events"
        case connection = "Connection"
        case panes = "Panes"
        case moving = "Moving"
        case program = "The program"
    }

    /// As the configuration and the command line write it: `next-pane`.
    package var configurationName: String {
        self.rawValue.unicodeScalars.reduce(into: "") { name, scalar in
            name += scalar.properties.isUppercase
                ? "-" + scalar.properties.lowercaseMapping : String(Character(scalar))
        }
    }

    /// The command of a configuration name.
    package init?(configurationName name: String) {
        guard let command = Self.allCases.first(where: { $0.configurationName == name }) else {
            return nil
        }
        self = command
    }

    /// What it does, in a few words.
    package var title: String { self.entry.title }
    /// What it does, as a sentence.
    package var summary: String { self.entry.summary }
    package var section: Section { self.entry.section }
    /// The keys that it has unless a user chose others, each with the panes in which it acts.
    package var defaultKeys: [KeyBinding] { self.entry.keys }
    /// The word for it in the hints at the bottom; `nil` when it is not worth a place there.
    package var hint: String? { self.entry.hint }

    /// The command of a pane's digit.
    static func show(_ pane: PaneID) -> Command {
        switch pane {
        case .channels: .showChannels
        case .members: .showMembers
        case .events: .showEvents
        case .bindings: .showBindings
        case .inspector: .showInspector
        }
    }
}
