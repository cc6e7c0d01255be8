struct JSONTreeBuilder: JSONReceiver {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var levels = [Level(container: .array)]

    private struct Level {
        let container: JSONContainer
        var key = ""
        var elements: [JSONValue] = []
        var members: [JSONValue.Object.Member] = []
    }

    static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            var scanner = JSONScanner(bytes)
            var builder = JSONTreeBuilder(bytes: bytes)
            try scanner.readValue(&builder)
            try scanner.finish()
            return builder.levels.first?.elements.first ?? .null
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func key(_ contents: Range<Int>) {
        self.levels[self.levels.count - 1].key = self.text(contents)
    }

    mutating func string(_ contents: Range<Int>) { self.add(.string(self.text(contents))) }
    mutating func number(_ digits: Range<Int>) {
        self.add(.number(String(decoding: self.bytes[digits], as: UTF8.self)))
    }
    mutating func literal(_ value: JSONValue) { self.add(value) }

    mutating func open(_ container: JSONContainer) {
        self.levels.append(Level(container: container))
    }

    mutating func close(_ container: JSONContainer) {
        let level = self.levels.removeLast()
        switch container {
        case .array: self.add(.array(level.elements))
        case .object: self.add(.object(JSONValue.Object(level.members)))
        }
    }

    private mutating func add(_ value: JSONValue) {
        let innermost = self.levels.count - 1
        switch self.levels[innermost].container {
        case .array:
            self.levels[innermost].elements.append(value)
        case .object:
            let key = self.levels[innermost].key
            self.levels[innermost].members.append(JSONValue.Object.Member(key: key, value: value))
        }
    }

    private func text(_ contents: Range<Int>) -> String {
        JSONStringContents(bytes: UnsafeBufferPointer(rebasing: self.bytes[contents])).text
    }
}
