/// The text that a server expected to be signed, from a 401: `Invalid signature: you should
/// have sent HmacSHA256Hex("POST\n/apps/3/events\n…", your_secret_key), but you sent "…"`.
struct ExpectedRequestText: Hashable, Sendable {
    let text: String

    init?(_ body: String) {
        guard let start = body.firstRange(of: "HmacSHA256Hex(")?.upperBound else { return nil }
        let rest = body[start...]
        guard let quote = rest.first, quote == "\"" || quote == "'",
            let end = rest.dropFirst().firstRange(of: "\(quote), your_secret")?.lowerBound
        else { return nil }
        self.text = Self.unescaped(rest[rest.index(after: start)..<end])
    }

    /// Undoes the escapes of a string literal; JSON escapes them again.
    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var isEscaped = false
        for character in text.replacing("\\\\n", with: "\\n") {
            if isEscaped {
                result.append(character == "n" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return result
    }
}

/// From a 401: `Timestamp expired: Given timestamp (…) not within 600s of server time (…)`.
struct ServerTimeText: Hashable, Sendable {
    let time: Int64

    init?(_ body: String) {
        guard body.contains("imestamp expired"),
            let time = Self.number(in: body, after: "server time (")
        else { return nil }
        self.time = time
    }

    private static func number(in text: String, after words: String) -> Int64? {
        guard let start = text.firstRange(of: words)?.upperBound else { return nil }
        let digits = text[start...].prefix { $0.isASCII && $0.isNumber }
        return digits.utf8.count <= 12 ? Int64(digits) : nil
    }
}
