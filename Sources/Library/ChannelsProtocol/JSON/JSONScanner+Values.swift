extension JSONScanner {
    @inline(__always)
    mutating func skipValue(depth: Int = 0) throws(JSONError) -> Range<Int> {
        // Most values of a message are strings, without white space before them.
        if self.current != UInt8(ascii: "\"") { self.skipWhitespace() }
        let start = self.position
        if self.current == UInt8(ascii: "\"") {
            _ = try self.skipString()
        } else {
            try self.skipOtherValue(depth: depth)
        }
        return start..<self.position
    }

    @inline(never)
    private mutating func skipOtherValue(depth: Int) throws(JSONError) {
        var ignorer = JSONIgnorer()
        try self.readValue(&ignorer, depth: depth)
    }

    mutating func readValue(
        _ receiver: inout some JSONReceiver, depth: Int = 0
    ) throws(JSONError) {
        var containers: [JSONContainer] = []
        repeat {
            self.skipWhitespace()
            if let container = try self.readScalarOrOpening(&receiver) {
                guard depth &+ containers.count < JSONValue.depthLimit else {
                    throw JSONError(position: self.position &- 1, reason: .tooDeep)
                }
                containers.append(container)
                self.skipWhitespace()
                if self.current != container.closingByte {
                    if container == .object { try self.readKey(&receiver) }
                    continue
                }
            }
            try self.readClosings(&containers, &receiver)
        } while !containers.isEmpty
    }

    private mutating func readScalarOrOpening(
        _ receiver: inout some JSONReceiver
    ) throws(JSONError) -> JSONContainer? {
        switch self.current {
        case UInt8(ascii: "\""): receiver.string(try self.skipString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = self.position
            try self.skipNumber()
            receiver.number(start..<self.position)
        case UInt8(ascii: "{"): return self.open(.object, &receiver)
        case UInt8(ascii: "["): return self.open(.array, &receiver)
        case UInt8(ascii: "t"): receiver.literal(try self.skipLiteral("true", .bool(true)))
        case UInt8(ascii: "f"): receiver.literal(try self.skipLiteral("false", .bool(false)))
        case UInt8(ascii: "n"): receiver.literal(try self.skipLiteral("null", .null))
        default: throw self.unexpected()
        }
        return nil
    }

    private mutating func open(
        _ container: JSONContainer, _ receiver: inout some JSONReceiver
    ) -> JSONContainer {
        self.position &+= 1
        receiver.open(container)
        return container
    }

    /// Skips the ends of containers after a value, and the comma (and key) before the next one.
    private mutating func readClosings(
        _ containers: inout [JSONContainer], _ receiver: inout some JSONReceiver
    ) throws(JSONError) {
        while let container = containers.last {
            self.skipWhitespace()
            if self.current == container.closingByte {
                self.position &+= 1
                containers.removeLast()
                receiver.close(container)
            } else {
                try self.expect(UInt8(ascii: ","))
                if container == .object { try self.readKey(&receiver) }
                return
            }
        }
    }

    private mutating func readKey(_ receiver: inout some JSONReceiver) throws(JSONError) {
        receiver.key(try self.skipKey())
    }

    @inline(__always)
    mutating func skipKey() throws(JSONError) -> Range<Int> {
        self.skipWhitespace()
        guard self.current == UInt8(ascii: "\"") else { throw self.unexpected() }
        let contents = try self.skipString()
        self.skipWhitespace()
        try self.expect(UInt8(ascii: ":"))
        return contents
    }

    /// Starts at the opening brace. Keys are passed without quotes.
    @inline(__always)
    mutating func readMembers(
        depth: Int = 0, _ body: (_ key: Range<Int>, _ value: Range<Int>) -> Void
    ) throws(JSONError) {
        try self.readMembers(
            depth: depth, key: { (scanner) throws(JSONError) in try scanner.skipKey() }, body)
    }

    @inline(__always)
    mutating func readMembers<Key>(
        depth: Int = 0, key: (inout JSONScanner) throws(JSONError) -> Key,
        _ body: (_ key: Key, _ value: Range<Int>) -> Void
    ) throws(JSONError) {
        try self.expect(UInt8(ascii: "{"))
        self.skipWhitespace()
        if self.current != UInt8(ascii: "}") {
            while true {
                let key = try key(&self)
                body(key, try self.skipValue(depth: depth &+ 1))
                if self.current != UInt8(ascii: ",") { self.skipWhitespace() }
                guard self.current == UInt8(ascii: ",") else { break }
                self.position &+= 1
            }
        }
        try self.expect(UInt8(ascii: "}"))
    }

    mutating func readElements(
        depth: Int = 0, _ body: (_ element: Range<Int>) -> Void
    ) throws(JSONError) {
        try self.expect(UInt8(ascii: "["))
        self.skipWhitespace()
        if self.current != UInt8(ascii: "]") {
            while true {
                body(try self.skipValue(depth: depth &+ 1))
                self.skipWhitespace()
                guard self.current == UInt8(ascii: ",") else { break }
                self.position &+= 1
            }
        }
        try self.expect(UInt8(ascii: "]"))
    }
}

private struct JSONIgnorer: JSONReceiver {
    func key(_ contents: Range<Int>) {}
    func string(_ contents: Range<Int>) {}
    func number(_ digits: Range<Int>) {}
    func literal(_ value: JSONValue) {}
    func open(_ container: JSONContainer) {}
    func close(_ container: JSONContainer) {}
}
