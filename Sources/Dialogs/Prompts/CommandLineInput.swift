/// A line of the command line, taken apart: the name of a command, and what follows it.
package struct CommandLineInput: Hashable, Sendable {
    /// As it was typed; empty when there is none.
    package let name: String
    /// The position of the name, in characters.
    package let nameRange: Range<Int>
    /// All that follows the name, without the spaces between the two.
    package let argument: String

    /// Reads a line. A second colon at the start is ignored.
    package init(_ line: String) {
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
    package let argumentStart: Int

    /// The position of the argument, in characters.
    package var argumentRange: Range<Int> {
        self.argumentStart..<self.argumentStart + self.argument.count
    }
}
