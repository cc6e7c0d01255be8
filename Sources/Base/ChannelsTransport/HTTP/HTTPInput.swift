package struct HTTPInput {
    package init() {}

    private var bytes: [UInt8] = []
    private var start = 0
    /// No line end before this index, so a line that arrives byte by byte is searched only once.
    private var searched = 0

    package var count: Int { self.bytes.count - self.start }

    package mutating func append(_ piece: UnsafeRawBufferPointer) {
        if self.start > 0 {
            self.bytes.removeFirst(self.start)
            self.searched -= self.start
            self.start = 0
        }
        self.bytes.append(contentsOf: piece)
    }

    /// Without CR LF; `nil` if the line is not complete.
    mutating func takeLine(limit: Int) throws(HTTPSyntaxError) -> [UInt8]? {
        let rest = self.bytes[max(self.searched, self.start)...]
        self.searched = rest.firstIndex(of: 0x0A) ?? self.bytes.count
        guard self.searched - self.start <= limit else {
            throw .headTooLong("a line is longer than \(limit) bytes")
        }
        guard self.searched < self.bytes.count else { return nil }
        // A bare LF is refused: parsers that disagree about it see different messages.
        guard self.searched > self.start, self.bytes[self.searched - 1] == 0x0D else {
            throw .malformed("a line does not end with CR LF")
        }
        let line = Array(self.bytes[self.start..<(self.searched - 1)])
        self.searched += 1
        self.start = self.searched
        return line
    }

    func agrees(with text: StaticString) -> Bool {
        text.withUTF8Buffer { wanted in
            zip(self.bytes[self.start...], wanted).allSatisfy { $0 == $1 }
        }
    }

    /// Starts like a TLS record (an alert or a handshake), as far as it has arrived.
    var mayBeTLS: Bool {
        let start = self.bytes[self.start...].prefix(2)
        guard let type = start.first, type == 0x15 || type == 0x16 else { return false }
        return start.count < 2 || start.last == 0x03
    }

    /// What has arrived and was not taken, as far as a banner reaches.
    var excerpt: ArraySlice<UInt8> { self.bytes[self.start...].prefix(256) }

    package var first: UInt8? { self.count > 0 ? self.bytes[self.start] : nil }

    package mutating func take(upTo limit: Int) -> ArraySlice<UInt8> {
        let end = self.start + max(0, min(limit, self.count))
        let piece = self.bytes[self.start..<end]
        self.start = end
        return piece
    }
}
