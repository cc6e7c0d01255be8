import BuoyCursesTerminal
import BuoyProgramSupport
import BuoyTextScreen

enum OutputTerminal {
    static var isTerminal: Bool { Console.isTerminal }

    /// In a terminal that has colours, unless `NO_COLOR` is set.
    static var usesColor: Bool {
        let environment = Environment.current
        let type = environment["TERM"] ?? ""
        return self.isTerminal && environment["NO_COLOR"] == nil
            && !["", "dumb", "unknown"].contains(type)
    }

    /// A pipe accepts all characters; a terminal may not support them.
    static func alphabet(ascii: Bool) async -> SafeText.Alphabet {
        if ascii || Console.alphabet == .ascii { return .ascii }
        return self.isTerminal ? await TerminalReport.take().alphabet : .unicode
    }
}
