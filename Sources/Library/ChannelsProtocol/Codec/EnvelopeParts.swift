struct EnvelopeParts: Equatable {
    var event = 0..<0
    var channel = 0..<0
    var data = 0..<0
    var userID = 0..<0
    var isObject = false

    init(_ frame: [UInt8]) throws(JSONError) {
        try frame.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            var scanner = JSONScanner(bytes)
            try self.read(&scanner)
        }
    }

    @inline(__always)
    init?(ordinary buffer: UnsafeBufferPointer<UInt8>, _ frame: Range<Int>) {
        var scanner = JSONScanner(
            UnsafeBufferPointer(rebasing: buffer[..<frame.upperBound]), at: frame.lowerBound,
            readable: buffer.count)
        do throws(JSONError) {
            try self.read(&scanner)
        } catch {
            return nil
        }
        guard self.isObject else { return nil }
    }

    /// The last of several equal keys wins, as in JavaScript.
    @inline(__always)
    private mutating func read(_ scanner: inout JSONScanner) throws(JSONError) {
        scanner.skipWhitespace()
        self.isObject = scanner.current == UInt8(ascii: "{")
        if self.isObject {
            try scanner.readMembers(key: EnvelopeKey.init(skippedBy:)) { key, value in
                switch key {
                case .event: self.event = value
                case .channel: self.channel = value
                case .data: self.data = value
                case .userID: self.userID = value
                case .other: break
                }
            }
        } else {
            _ = try scanner.skipValue()
        }
        try scanner.finish()
    }
}

private enum EnvelopeKey {
    case event
    case channel
    case data
    case userID
    case other

    /// Known keys are compared by words and not searched for their ends: this is done several times
    /// for every event.
    @inline(__always)
    init(skippedBy scanner: inout JSONScanner) throws(JSONError) {
        if scanner.skip(#""event":"#) {
            self = .event
        } else if scanner.skip(#""channel":"#) {
            self = .channel
        } else if scanner.skip(#""data":"#) {
            self = .data
        } else if scanner.skip(#""user_id":"#) {
            self = .userID
        } else {
            self = try Self.other(&scanner)
        }
    }

    @inline(never)
    private static func other(_ scanner: inout JSONScanner) throws(JSONError) -> Self {
        let contents = try scanner.skipKey()
        let key = JSONStringContents(bytes: UnsafeBufferPointer(rebasing: scanner.bytes[contents]))
        if key.hasText("event") { return .event }
        if key.hasText("channel") { return .channel }
        if key.hasText("data") { return .data }
        return key.hasText("user_id") ? .userID : .other
    }
}
