/// A line of the command line, taken apart: the name of a command, and what follows it.
struct CommandLineInput: Hashable, Sendable {
    /// As it was typed; empty when there is none.
    let name: String
    /// Where the name stands, in characters.
    let nameRange: Range<Int>
    /// All that follows the name, without the spaces between the two.
    let argument: String

    /// Reads a line. A colon that somebody typed though it stands there already is passed over.
    init(_ line: String) {
        let characters = Array(line)
        let start = characters.firstIndex { $0 != " " && $0 != ":" } ?? characters.count
        let end = characters[start...].firstIndex(of: " ") ?? characters.count
        let argument = characters[end...].firstIndex { $0 != " " } ?? characters.count
        self.name = String(characters[start..<end])
        self.nameRange = start..<end
        self.argument = String(characters[argument...])
        self.argumentStart = argument
    }

    /// Where the argument begins, in characters.
    let argumentStart: Int

    /// Where the argument stands, in characters.
    var argumentRange: Range<Int> {
        self.argumentStart..<self.argumentStart + self.argument.count
    }
}
