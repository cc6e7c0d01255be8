/// A line of the command line, split into the name of a command and its argument.
struct CommandLineInput: Hashable, Sendable {
    /// The name as typed; empty if there isn't one.
    let name: String
    /// The position of the name, in characters.
    let nameRange: Range<Int>
    /// Everything after the name, without the spaces between.
    let argument: String

    /// Parses a line. A second colon at the start is ignored.
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

    /// The start of the argument, in characters.
    let argumentStart: Int

    /// The range of the argument, in characters.
    var argumentRange: Range<Int> {
        self.argumentStart..<self.argumentStart + self.argument.count
    }
}
