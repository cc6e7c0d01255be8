enum JSONNumber {
    /// `nil` unless whole and an `Int`, however written: `7`, `7.0`, `70e-1`, but not
    /// `1.00000000000000000001`, which a `Double` would round.
    static func integer(_ text: String) -> Int? {
        if let value = Int(text) { return value }
        guard self.isNumber(text) else { return nil }
        let parts = text.split { $0 == "e" || $0 == "E" }
        let mantissa = (parts.first ?? "").split(separator: ".")
        let fractionCount = mantissa.count > 1 ? mantissa[1].count : 0
        var digits = mantissa.joined()
        guard digits.contains(where: { ("1"..."9").contains($0) }) else { return 0 }

        guard let written = parts.count > 1 ? Int(parts[1]) : 0, written.magnitude < 1_000_000
        else {
            return nil
        }
        var exponent = written - fractionCount
        while exponent < 0, digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        // An Int has at most 19 digits.
        guard (0..<19).contains(exponent) else { return nil }
        return Int(digits + String(repeating: "0", count: exponent))
    }

    /// Infinite if too large; `nil` if it is no JSON number (`Double` would accept `nan`, `inf` and
    /// hexadecimal).
    static func double(_ text: String) -> Double? {
        self.isNumber(text) ? Double(text) : nil
    }

    static func isNumber(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            return (try? scanner.skipNumber()) != nil && scanner.isAtEnd
        }
    }
}
