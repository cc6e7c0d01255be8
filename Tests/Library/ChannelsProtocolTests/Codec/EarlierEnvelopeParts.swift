@testable import ChannelsProtocol

/// The positions of the values of an envelope, found by the reader before it was made faster.
struct EarlierEnvelopeParts {
    var event = 0..<0
    var channel = 0..<0
    var data = 0..<0
    var userID = 0..<0
    var isObject = false

    init(_ frame: [UInt8]) throws(JSONError) {
        self.isObject = try frame.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            try self.read(bytes)
        }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Bool {
        var scanner = EarlierJSONScanner(bytes)
        scanner.skipWhitespace()
        let isObject = scanner.current == UInt8(ascii: "{")
        if isObject {
            try scanner.readMembers { key, value in
                self.note(value, under: UnsafeBufferPointer(rebasing: bytes[key]))
            }
        } else {
            _ = try scanner.skipValue()
        }
        try scanner.finish()
        return isObject
    }

    private mutating func note(_ value: Range<Int>, under key: UnsafeBufferPointer<UInt8>) {
        switch Self.text(of: key) {
        case "event": self.event = value
        case "channel": self.channel = value
        case "data": self.data = value
        case "user_id": self.userID = value
        default: break
        }
    }

    /// Unescapes each character by itself.
    private static func text(of key: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        JSONStringContents(bytes: key).unescaped()
    }
}

private func ~= (text: String, bytes: [UInt8]) -> Bool { Array(text.utf8) == bytes }
