package struct TOMLTable: Sendable {
    private let members: TOMLMembers<TOMLNode>

    init(_ members: TOMLMembers<TOMLNode>) { self.members = members }

    package init() { self.members = TOMLMembers() }

    package var keys: [String] { self.members.list.map(\.key.name.text) }

    package subscript(key: String) -> TOMLNode? { self.member(key)?.value }

    package func place(of key: String) -> TOMLPlace? { self.member(key)?.key.place }

    func member(_ key: String) -> TOMLMembers<TOMLNode>.Member? {
        self.members.index(of: TOMLName(key)).map { self.members.list[$0] }
    }
}

extension TOMLTable: Sequence {
    package func makeIterator() -> some IteratorProtocol<(key: String, value: TOMLNode)> {
        self.members.list.lazy.map { (key: $0.key.name.text, value: $0.value) }.makeIterator()
    }
}
