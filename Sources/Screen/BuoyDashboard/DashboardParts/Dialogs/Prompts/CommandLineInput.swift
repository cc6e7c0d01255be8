struct CommandLineInput: Hashable, Sendable {
    let name: String
    /// In characters, as in `argumentRange`.
    let nameRange: Range<Int>
    let argument: String

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

    let argumentStart: Int

    var argumentRange: Range<Int> {
        self.argumentStart..<self.argumentStart + self.argument.count
    }
}
