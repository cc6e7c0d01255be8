/// The keys of a rule of `[[alerts]]`. The reader and the schema of the configuration are made from
/// this table.
package enum AlertKey: String, CaseIterable, Sendable {
    case name, when, rate, silence, gap, state
    case duration = "for"
    case pause, bell, notify, mark, exec

    /// The type of a value.
    package enum Kind: Hashable, Sendable {
        case text, flag, duration, rate, state, program
    }

    /// The type of its value.
    package var kind: Kind {
        switch self {
        case .name, .when: .text
        case .rate: .rate
        case .silence, .gap, .duration, .pause: .duration
        case .state: .state
        case .bell, .notify, .mark: .flag
        case .exec: .program
        }
    }

    /// A sentence for editors.
    package var summary: String {
        switch self {
        case .name: "Names the rule in the log and in notices."
        case .when: "Applies to each report that this filter selects."
        case .rate: "With when: applies when there are more in this period, such as \"> 5/m\"."
        case .silence: "With when: applies when there was none for this long."
        case .gap: "Applies to each gap of at least this duration."
        case .state: "Applies when the connection enters this state."
        case .duration: "With state: applies when it has been in the state for this long."
        case .pause: "The shortest time between two alerts of the rule; 10s by default."
        case .bell: "Rings the bell; true by default."
        case .notify: "Asks the terminal for a notification; false by default."
        case .mark: "Marks the row of the event; true by default."
        case .exec: "Runs a program with these arguments."
        }
    }
}
