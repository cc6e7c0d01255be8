import CChannelsOpenSSL

/// OpenSSL's error queue, one per thread.
enum OpenSSLErrors {
    /// Call this before each call whose failure will be reported.
    static func clear() { ERR_clear_error() }

    /// The oldest queued error, which is nearest to the cause. Clears the queue.
    static func takeReason() -> String? {
        let code = ERR_get_error()
        guard code != 0 else { return nil }
        defer { ERR_clear_error() }
        if let reason = ERR_reason_error_string(code) { return String(cString: reason) }
        var text = [CChar](repeating: 0, count: 256)
        ERR_error_string_n(code, &text, text.count)
        return String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
