/// Bytes as base64, with padding: the only form in which text of others is written to a terminal
/// outside of the screen.
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(Self.length(of: bytes.count))
        var index = 0
        while index < bytes.count {
            let group = bytes[index..<min(index + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let value = Int(bits >> UInt32(18 - 6 * place)) & 63
                output.append(place <= group.count ? Self.alphabet[value] : UInt8(ascii: "="))
            }
            index += 3
        }
        return output
    }

    /// How long so many bytes are as base64.
    static func length(of count: Int) -> Int {
        (count + 2) / 3 * 4
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
