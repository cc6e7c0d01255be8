/// Bytes that the main actor replaces occasionally and a signal handler may read at any time.
/// Replaced bytes are kept until the next replacement, because a handler may be reading them.
struct SignalSafeText {
    private var first: UnsafeMutableBufferPointer<UInt8>?
    private var second: UnsafeMutableBufferPointer<UInt8>?
    private var isSecond = false

    /// A handler may overwrite these bytes.
    var current: UnsafeMutableBufferPointer<UInt8>? { self.isSecond ? self.second : self.first }

    mutating func set(_ bytes: [UInt8]) {
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = buffer.initialize(from: bytes)
        if self.isSecond {
            self.first?.deallocate()
            self.first = buffer
        } else {
            self.second?.deallocate()
            self.second = buffer
        }
        self.isSecond.toggle()
    }
}

/// Allocates nothing, so it can be used in a signal handler.
enum Redaction {
    /// Each after two bytes with its length. Longer secrets are recognised by their start.
    static func packed(_ secrets: [[UInt8]]) -> [UInt8] {
        secrets.filter { !$0.isEmpty }.flatMap { secret in
            let secret = secret.prefix(Int(UInt16.max))
            return [UInt8(secret.count >> 8), UInt8(secret.count & 0xFF)] + secret
        }
    }

    static func apply(
        _ packed: UnsafeMutableBufferPointer<UInt8>?, to text: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard let packed else { return }
        var place = 0
        while place + 2 < packed.count {
            let length = Int(packed[place]) << 8 | Int(packed[place + 1])
            place += 2
            guard length > 0, place + length <= packed.count else { return }
            Self.cover(packed, place, length, in: text)
            place += length
        }
    }

    private static func cover(
        _ packed: UnsafeMutableBufferPointer<UInt8>, _ start: Int, _ length: Int,
        in text: UnsafeMutableBufferPointer<UInt8>
    ) {
        var index = 0
        while index + length <= text.count {
            var same = 0
            while same < length, text[index + same] == packed[start + same] { same += 1 }
            guard same == length else {
                index += 1
                continue
            }
            for offset in 0..<length { text[index + offset] = UInt8(ascii: "*") }
            index += length
        }
    }
}
