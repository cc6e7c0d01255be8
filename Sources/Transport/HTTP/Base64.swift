import COpenSSL

/// Base64 with padding (RFC 4648, 4), as headers carry it.
enum Base64 {
    /// At most 1 GiB; nothing here comes near.
    static func encode(_ bytes: [UInt8]) -> String {
        // Four characters for three bytes begun, and the NUL that OpenSSL writes.
        var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        let count = Int(EVP_EncodeBlock(&text, bytes, Int32(clamping: bytes.count)))
        return String(decoding: text.prefix(max(0, count)), as: UTF8.self)
    }
}
