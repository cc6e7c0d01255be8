/// The tables of a file while it is read, with the rules on what may be added to them.
struct TOMLTables {
    /// How a table came about, which decides what may be added to it.
    private enum Origin {
        /// By a longer header below it. A header or a key may still define it.
        case implied
        /// By its own header, or as an element of an array of tables.
        case header
        /// By keys with dots, or in braces.
        case keys
    }

    private struct Table {
        var origin: Origin
        let depth: Int
        var members = TOMLMembers<Content>()
    }

    private typealias Member = TOMLMembers<Content>.Member

    private enum Content: Sendable {
        case value(TOMLNode)
        case table(Int)
        case array(Int)
    }

    private var tables = [Table(origin: .header, depth: 0)]
    private var arrays: [[(table: Int, place: TOMLPlace)]] = []
    private(set) var steps = 0

    static let root = 0

    func depth(of table: Int) -> Int { self.tables[table].depth }

    // MARK: Headers

    mutating func define(_ path: [TOMLKey]) throws(TOMLDocument.Fault) -> Int {
        let (table, key) = try self.parent(of: path)
        guard let index = self.index(of: key, in: table) else {
            return try self.open(.header, key, in: table)
        }
        let known = self.tables[table].members.list[index]
        switch known.value {
        case .table(let number):
            switch self.tables[number].origin {
            case .implied: break
            case .header: throw self.conflict(.secondHeader, path, known)
            case .keys: throw self.conflict(.setByKeys, path, known)
            }
            self.tables[number].origin = .header
            self.tables[table].members.move(index, to: key)
            return number
        case .array: throw self.conflict(.twoForms, path, known)
        case .value(let node): throw self.conflict(.value(node), path, known)
        }
    }

    mutating func append(_ path: [TOMLKey]) throws(TOMLDocument.Fault) -> Int {
        let (table, key) = try self.parent(of: path)
        // The array is a level too.
        let element = try self.newTable(.header, below: table, levels: 2, at: key)
        guard let index = self.index(of: key, in: table) else {
            self.add(.array(self.arrays.count), key, to: table)
            self.arrays.append([(element, key.place)])
            return element
        }
        let known = self.tables[table].members.list[index]
        switch known.value {
        case .array(let number): self.arrays[number].append((element, key.place))
        case .table: throw self.conflict(.twoForms, path, known)
        case .value(let node): throw self.conflict(.value(node), path, known)
        }
        return element
    }

    private mutating func parent(
        of path: [TOMLKey]
    ) throws(TOMLDocument.Fault) -> (table: Int, key: TOMLKey) {
        var table = Self.root
        for (index, key) in path.dropLast().enumerated() {
            guard let member = self.index(of: key, in: table) else {
                table = try self.open(.implied, key, in: table)
                continue
            }
            let known = self.tables[table].members.list[member]
            switch known.value {
            case .table(let number): table = number
            case .array(let number): table = self.arrays[number].last?.table ?? table
            case .value(let node):
                throw self.conflict(.value(node), path.prefix(index + 1), known)
            }
        }
        return (table, path[path.count - 1])
    }

    // MARK: Keys

    mutating func set(
        _ path: [TOMLKey], of table: Int, to value: TOMLNode
    ) throws(TOMLDocument.Fault) {
        var table = table
        for (index, key) in path.dropLast().enumerated() {
            guard let member = self.index(of: key, in: table) else {
                table = try self.open(.keys, key, in: table)
                continue
            }
            table = try self.inner(
                self.tables[table].members.list[member], path: path.prefix(index + 1))
        }
        let key = path[path.count - 1]
        if let index = self.index(of: key, in: table) {
            throw self.conflict(.secondValue, path, self.tables[table].members.list[index])
        }
        self.add(.value(value), key, to: table)
    }

    /// A table with a header gets keys only below that.
    private mutating func inner(
        _ known: Member, path: ArraySlice<TOMLKey>
    ) throws(TOMLDocument.Fault) -> Int {
        switch known.value {
        case .table(let number) where self.tables[number].origin != .header:
            self.tables[number].origin = .keys
            return number
        case .table, .array: throw self.conflict(.hasHeader, path, known)
        case .value(let node): throw self.conflict(.value(node), path, known)
        }
    }

    mutating func openInline(depth: Int) -> Int {
        self.tables.append(Table(origin: .keys, depth: depth))
        return self.tables.count - 1
    }

    mutating func closeInline(_ number: Int) -> TOMLTable {
        let table = self.table(number)
        self.tables.removeSubrange(number...)
        return table
    }

    // MARK: Members

    private mutating func index(of key: TOMLKey, in table: Int) -> Int? {
        self.steps += 1
        return self.tables[table].members.index(of: key.name)
    }

    private mutating func add(_ content: Content, _ key: TOMLKey, to table: Int) {
        self.tables[table].members.append(content, key)
    }

    private mutating func open(
        _ origin: Origin, _ key: TOMLKey, in table: Int
    ) throws(TOMLDocument.Fault) -> Int {
        let number = try self.newTable(origin, below: table, levels: 1, at: key)
        self.add(.table(number), key, to: table)
        return number
    }

    private mutating func newTable(
        _ origin: Origin, below table: Int, levels: Int, at key: TOMLKey
    ) throws(TOMLDocument.Fault) -> Int {
        let depth = self.tables[table].depth + levels
        guard depth <= TOMLReader.deepest else { throw TOMLMistake.tooDeep.fault(at: key.place) }
        self.tables.append(Table(origin: origin, depth: depth))
        return self.tables.count - 1
    }

    mutating func table(_ number: Int) -> TOMLTable {
        let members = self.tables[number].members
        self.steps += members.list.count
        return TOMLTable(members.map { self.node(of: $0) })
    }

    private mutating func node(of member: Member) -> TOMLNode {
        switch member.value {
        case .value(let node): return node
        case .table(let number):
            return TOMLNode(.table(self.table(number)), at: member.key.place)
        case .array(let number):
            let elements = self.arrays[number].map { element in
                TOMLNode(.table(self.table(element.table)), at: element.place)
            }
            return TOMLNode(.list(elements), at: member.key.place)
        }
    }

    private func conflict(
        _ conflict: TOMLConflict, _ path: some Sequence<TOMLKey>, _ known: Member
    ) -> TOMLDocument.Fault {
        let path = Array(path)
        let mistake = TOMLMistake.conflict(
            conflict, path: path.map(\.name.text), line: known.key.place.line)
        return mistake.fault(at: path[0].place)
    }
}
