import BuoyTestSupport
import Testing

extension PseudoTerminal {
    /// Starts the program, connected to a server.
    static func watching(
        _ server: PlayedServer, command: [String] = [], _ arguments: [String] = [],
        columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            BuiltProgram.path,
            command
                + ["--key", "k", "--host", "127.0.0.1", "--port", "\(server.port)", "--no-tls"]
                + arguments,
            columns: columns, rows: rows, environment: environment)
    }

    /// The program itself, where a shell has started it.
    var program: Int32? {
        self.wait { !TerminalProcess.children(of: $0.process).isEmpty }
            ? TerminalProcess.children(of: self.process).first : nil
    }
}

/// That the program has sent nothing to the terminal that it may not send, and left nothing
/// switched on.
func expectRulesKept(
    _ terminal: PseudoTerminal, _ rules: OutputRules = OutputRules(),
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(rules.findings(in: terminal.output) == [], sourceLocation: sourceLocation)
    #expect(
        ControlFunctions(terminal.output).modes == ["?25", "?7"], sourceLocation: sourceLocation)
    #expect(terminal.screen.unknown == [], sourceLocation: sourceLocation)
}
