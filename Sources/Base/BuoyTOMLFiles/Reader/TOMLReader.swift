struct TOMLReader {
    var cursor: TOMLCursor
    var tables = TOMLTables()
    private var current = TOMLTables.root

    /// The limit for levels of tables and arrays, by brackets or by dots.
    static let deepest = 128

    init(_ text: String) { self.cursor = TOMLCursor(text) }

    var steps: Int { self.cursor.steps + self.tables.steps }

    mutating func read() throws(TOMLDocument.Fault) -> TOMLTable {
        while self.cursor.current != nil { try self.readLine() }
        return self.tables.table(TOMLTables.root)
    }

    private mutating func readLine() throws(TOMLDocument.Fault) {
        self.cursor.skipBlanks()
        switch self.cursor.current {
        case nil, TOMLByte.lineFeed, TOMLByte.carriageReturn, TOMLByte.hash: break
        case TOMLByte.openBracket: try self.readHeader()
        default: try self.readPair(of: self.current)
        }
        try self.endLine()
    }

    private mutating func endLine() throws(TOMLDocument.Fault) {
        self.cursor.skipBlanks()
        try self.skipComment()
        guard self.cursor.takeLineEnd() || self.cursor.current == nil else {
            throw self.fault(.extraText)
        }
    }

    private mutating func skipComment() throws(TOMLDocument.Fault) {
        guard self.cursor.take(TOMLByte.hash) else { return }
        while let byte = self.cursor.current, !self.cursor.isAtLineEnd {
            guard !TOMLByte.isControl(byte) else { throw self.fault(.control) }
            self.cursor.advance()
        }
    }

    mutating func skipSpace() throws(TOMLDocument.Fault) {
        repeat {
            self.cursor.skipBlanks()
            try self.skipComment()
        } while self.cursor.takeLineEnd()
    }

    // MARK: Headers and pairs

    private mutating func readHeader() throws(TOMLDocument.Fault) {
        self.cursor.advance()
        let isElement = self.cursor.take(TOMLByte.openBracket)
        self.cursor.skipBlanks()
        guard self.cursor.current != TOMLByte.closeBracket else { throw self.fault(.noTableName) }
        let path = try self.readPath()
        guard self.cursor.take(TOMLByte.closeBracket),
            !isElement || self.cursor.take(TOMLByte.closeBracket)
        else { throw self.fault(isElement ? .openElementHeader : .openHeader) }
        self.current =
            isElement ? try self.tables.append(path) : try self.tables.define(path)
    }

    mutating func readPair(of table: Int) throws(TOMLDocument.Fault) {
        let path = try self.readPath()
        guard self.cursor.take(TOMLByte.equals) else { throw self.fault(.noEquals) }
        self.cursor.skipBlanks()
        let depth = self.tables.depth(of: table) + path.count
        try self.tables.set(path, of: table, to: try self.readValue(depth: depth))
    }

    private mutating func readPath() throws(TOMLDocument.Fault) -> [TOMLKey] {
        var path: [TOMLKey] = []
        repeat {
            guard path.count < Self.deepest else { throw self.fault(.tooManyDots) }
            self.cursor.skipBlanks()
            path.append(try self.readKey())
            self.cursor.skipBlanks()
        } while self.cursor.take(TOMLByte.dot)
        return path
    }

    private mutating func readKey() throws(TOMLDocument.Fault) -> TOMLKey {
        let place = self.cursor.place
        switch self.cursor.current {
        case TOMLByte.quote, TOMLByte.apostrophe:
            let text = try self.readString()
            guard !text.isLong else { throw self.fault(.longKey, at: place) }
            return TOMLKey(name: TOMLName(text.value), place: place)
        default:
            let start = self.cursor.position
            self.cursor.advance(while: TOMLByte.isBare)
            guard self.cursor.position > start else { throw self.fault(.badKey) }
            let name = String(decoding: self.cursor.passed(since: start), as: UTF8.self)
            return TOMLKey(name: TOMLName(name), place: place)
        }
    }

    // MARK: Mistakes

    /// A mistake at a place, by default here; then a control character is the mistake.
    func fault(_ mistake: TOMLMistake, at place: TOMLPlace? = nil) -> TOMLDocument.Fault {
        if let place { return mistake.fault(at: place) }
        let isControl = self.cursor.current.map(TOMLByte.isControl) ?? false
        return (isControl && !self.cursor.isAtLineEnd ? .control : mistake)
            .fault(at: self.cursor.place)
    }
}
