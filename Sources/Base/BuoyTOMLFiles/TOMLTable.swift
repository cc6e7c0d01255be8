/// The keys and values of a TOML table, in the order of the file.
package struct TOMLTable: Sendable {
    private let members: TOMLMembers<TOMLNode>

    init(_ members: TOMLMembers<TOMLNode>) { self.members = members }

    /// Creates an empty table.
    package init() { self.members = TOMLMembers() }

    /// The keys, in the order of the file.
    package var keys: [String] { self.members.list.map(\.key.name.text) }

    /// The value of a key; `nil` if the table does not contain it.
    package subscript(key: String) -> TOMLNode? { self.member(key)?.value }

    /// The position of a key; `nil` if the table does not contain it.
    package func place(of key: String) -> TOMLPlace? { self.member(key)?.key.place }

    func member(_ key: String) -> TOMLMembers<TOMLNode>.Member? {
        self.members.index(of: TOMLName(key)).map { self.members.list[$0] }
    }
}

extension TOMLTable: Sequence {
    /// Iterates over the keys and values, in the order of the file.
    package func makeIterator() -> some IteratorProtocol<(key: String, value: TOMLNode)> {
        self.members.list.lazy.map { (key: $0.key.name.text, value: $0.value) }.makeIterator()
    }
}
