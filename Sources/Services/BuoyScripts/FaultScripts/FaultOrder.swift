package enum FaultOrder: Hashable, Sendable {
    case plan([FaultScript.Step])
    case endAll
    /// Asks the server for a fault that only it can cause, as JSON; the sandbox supports this.
    case ofServer(String)

    /// Reads what follows `:fault`: a line, `off`, or an object for the sandbox.
    package init(typed text: String) throws(FaultLineError) {
        if text.drop(while: { $0 == " " }).hasPrefix("{") {
            self = .ofServer(text)
        } else if text.split(separator: " ") == ["off"] {
            self = .endAll
        } else {
            self = .plan(try FaultLine.steps(text))
        }
    }

    /// For a message: `fault silence for 30s`.
    package var words: String {
        switch self {
        case .plan(let steps): "fault " + steps.map(\.words).joined(separator: ", ")
        case .endAll: "fault off"
        case .ofServer(let json): "fault \(json)"
        }
    }
}
