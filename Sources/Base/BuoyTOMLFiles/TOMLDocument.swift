/// A file in TOML 1.0. Tables keep their order, and every key and value its position.
///
/// Time and memory grow with the size of the text, and nesting has a limit, so any text can be
/// read. NUL, which TOML allows as an escape, is rejected: the system's functions would end a
/// string there.
package struct TOMLDocument: Sendable {
    package struct Fault: Error, Hashable, Sendable {
        package let line: Int
        /// In characters, counted from 1.
        package let column: Int
        /// The mistake and the remedy, without a full stop. Names keys, never values, which may be
        /// secrets.
        package let text: String
    }

    package let root: TOMLTable

    package init() { self.root = TOMLTable() }

    package init(_ text: String) throws(Fault) {
        var reader = TOMLReader(text)
        self.root = try reader.read()
    }

    /// - Parameter path: `roles.state.connected`; array elements count from 0 (`alerts.0.when`).
    /// - Returns: counted from 1; for a key without a line, that of the table or array around it.
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

    private static let longestName = 8
}
