internal import CSodium

/// Base64 with the standard alphabet and with padding (RFC 4648, section 4), in constant time, as
/// keys are written so.
enum Base64 {
    private static let variant = sodium_base64_VARIANT_ORIGINAL

    /// Reads a text.
    /// - Returns: `nil` when anything is wrong with it: white space, missing padding, the letters
    ///   of the other alphabet, or bits behind the last byte.
    static func decode(_ text: String) -> [UInt8]? {
        let capacity = text.utf8.count / 4 * 3
        var isValid = false
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
            // Without an address there is nothing to be written, so that only "" is valid.
            isValid = capacity == 0 ? text.isEmpty : self.decode(text, to: memory, &count)
        }
        return isValid ? bytes : nil
    }

    private static func decode(
        _ text: String, to memory: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
    ) -> Bool {
        guard let start = memory.baseAddress else { return false }
        return sodium_base642bin(
            start, memory.count, text, text.utf8.count, nil, &count, nil, self.variant) == 0
    }

    /// Writes bytes.
    static func encode(_ bytes: [UInt8]) -> String {
        let capacity = sodium_base64_encoded_len(bytes.count, self.variant)
        return String(unsafeUninitializedCapacity: capacity) { memory in
            memory.withMemoryRebound(to: CChar.self) { memory in
                guard let start = memory.baseAddress else { return }
                _ = sodium_bin2base64(start, capacity, bytes, bytes.count, self.variant)
            }
            // The last byte is the end of a C string.
            return capacity - 1
        }
    }
}
