/// What is asked of the faults of a connection.
package enum FaultOrder: Hashable, Sendable {
    /// Plans steps, which count from now.
    case plan([FaultScript.Step])
    /// Ends what is in force, and forgets what is planned.
    case endAll
    /// Asks the server for a fault that only it can make, as JSON: the sandbox does that.
    case ofServer(String)

    /// Reads what follows `:fault`: a line, `off`, or an object for the sandbox.
    package init(typed text: String) throws(FaultLineError) {
        if text.drop(while: { $0 == " " }).hasPrefix("{") {
            self = .ofServer(text)
        } else if text.split(separator: " ") == ["off"] {
            self = .endAll
        } else {
            self = .plan([try FaultLine.step(text)])
        }
    }

    /// What was to be done, for a message: `fault silence for 30s`.
    package var words: String {
        switch self {
        case .plan(let steps): "fault " + steps.map(\.words).joined(separator: ", ")
        case .endAll: "fault off"
        case .ofServer(let json): "fault \(json)"
        }
    }
}
