/// Everything that a key can mean. The key map, the hints at the bottom, the help overlay, the
/// command line and `docs/keys.md` are made from this one table; see `Command.entry`.
package enum Command: String, CaseIterable, Hashable, Sendable {
    // Channels and bindings
    case subscribe, unsubscribe, resubscribe, markItem, sort, bind, bindEverywhere, unbind
    case toggleBinding, trigger
    // Events
    case pause, search, searchNext, searchPrevious, filter, savedFilters, saveFilter, hideEvent
    case onlyChannel, systemRows, mark, nextMark, previousMark, nextChange, previousChange, times
    case wrap, clear
    // Inspector
    case inspect, inspectorDown, inspectorUp, viewMode, fold, foldAll, unfoldAll, filterByNode
    case difference
    // Out of the screen
    case copy, copyAs, export, plainDump, saveScreen, copyDiagnosis
    // Connection
    case connect, reconnect, disconnect, policy
    // Panes
    case nextPane, previousPane, showChannels, showMembers, showEvents, showBindings, showInspector
    case showLog, showRates, zoom, grow, shrink, layout, saveLayout
    // Moving
    case up, down, left, right, top, bottom, halfPageUp, halfPageDown, pageUp, pageDown
    // The program
    case help, commandLine, cancel, themes, mouse, figures, reload, redraw, suspend, quit, quitNow
}

extension Command {
    /// Where a command stands in the help.
    package enum Section: String, CaseIterable, Hashable, Sendable {
        case channels = "Channels and bindings"
        case events = "Events"
        case inspector = "Inspector"
        case sharing = "Out of the screen"
        case connection = "Connection"
        case panes = "Panes"
        case moving = "Moving"
        case program = "The program"
    }

    /// What may follow a command on the command line; the same is what its prompt asks for.
    package enum Argument: Hashable, Sendable {
        /// Names of channels, with spaces between.
        case channels
        /// A name of an event, `*` for every event.
        case event
        /// A channel, a client event and its data.
        case clientEvent
        /// Any text.
        case text
        case filter
        /// The name of a saved filter, or one to save.
        case filterName
        case theme
        /// The name of a layout, or one to save.
        case layout
        /// The name of a reconnection policy.
        case policy
        case file
        /// One of these words.
        case word([String])
    }

    /// As the configuration and the command line write it: `next-pane`.
    package var configurationName: String {
        self.rawValue.unicodeScalars.reduce(into: "") { name, scalar in
            let isUppercase = scalar.properties.isUppercase
            name += isUppercase ? "-" + scalar.properties.lowercaseMapping : String(scalar)
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
    /// Where the table of commands lists it.
    package var section: Section { self.entry.section }
    /// The keys that it has unless a user chose others, each with the panes in which it acts.
    package var defaultKeys: [KeyBinding] { self.entry.keys }
    /// The word for it in the hints at the bottom; `nil` when it is not worth a place there.
    package var hint: String? { self.entry.hint }
    /// What may follow it on the command line; `nil` for nothing.
    package var argument: Argument? { self.entry.argument }

    /// The command of a pane's digit.
    static func show(_ pane: PaneID) -> Command {
        switch pane {
        case .channels: .showChannels
        case .members: .showMembers
        case .events: .showEvents
        case .bindings: .showBindings
        case .inspector: .showInspector
        case .log: .showLog
        case .rates: .showRates
        }
    }
}
