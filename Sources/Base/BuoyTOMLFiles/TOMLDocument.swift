/// A file in TOML 1.0, read whole.
///
/// Tables keep the order of the file, and every key and value knows its position. Time and memory
/// grow with the size of the text, and nesting has a limit, so that any text can be read. The NUL
/// character, which TOML allows as an escape, is rejected: the system's functions would end a
/// string there.
package struct TOMLDocument: Sendable {
    /// Why a string is not TOML.
    package struct Fault: Error, Hashable, Sendable {
        /// The line, counted from 1.
        package let line: Int
        /// The character of the line, counted from 1.
        package let column: Int
        /// The mistake and the remedy, without a full stop. It names keys, never values, which may
        /// be secrets.
        package let text: String
    }

    /// The keys at the top level.
    package let root: TOMLTable

    /// Creates a document without keys.
    package init() { self.root = TOMLTable() }

    /// Reads a string.
    ///
    /// - Throws: the first mistake.
    package init(_ text: String) throws(Fault) {
        var reader = TOMLReader(text)
        self.root = try reader.read()
    }

    /// The line of a key, by its path from the top level (`roles.state.connected`), counted from 1.
    /// The elements of an array are numbered from 0 (`alerts.0.when`). A key without a line has the
    /// line of the table or array around it.
    package func line(of path: String) -> Int? {
        var place: TOMLPlace?
        var node = TOMLNode(.table(self.root), at: TOMLPlace(line: 1, column: 1))
        var rest = path.split(separator: ".", omittingEmptySubsequences: false)[...]
        while let (found, next) = Self.step(into: node, &rest) { (place, node) = (found, next) }
        return place?.line
    }

    /// Goes one level down, and removes that part of the path. A name with dots is several parts.
    private static func step(
        into node: TOMLNode, _ path: inout ArraySlice<Substring>
    ) -> (TOMLPlace, TOMLNode)? {
        switch node.content {
        case .list(let list):
            guard let index = path.popFirst().flatMap({ Int($0) }), list.indices.contains(index)
            else { return nil }
            return (list[index].place, list[index])
        case .table(let table):
            var name = ""
            for part in path.prefix(Self.longestName) {
                name += name.isEmpty ? part : "." + part
                path.removeFirst()
                if let member = table.member(name) { return (member.key.place, member.value) }
            }
            return nil
        case .text, .integer, .number, .flag, .time: return nil
        }
    }

    /// The number of parts, between dots, up to which a name is looked for.
    private static let longestName = 8
}
