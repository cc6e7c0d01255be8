/// The text that a server expected to be signed, read from a 401: `Invalid signature: you should
/// have sent HmacSHA256Hex("POST\n/apps/3/events\n…", your_secret_key), but you sent "…"`.
struct ExpectedRequestText: Hashable, Sendable {
    /// The text, with its line ends.
    let text: String

    /// - Returns: `nil` if the body quotes no such text.
    init?(_ body: String) {
        guard let start = body.firstRange(of: "HmacSHA256Hex(")?.upperBound else { return nil }
        let rest = body[start...]
        guard let quote = rest.first, quote == "\"" || quote == "'",
            let end = rest.dropFirst().firstRange(of: "\(quote), your_secret")?.lowerBound
        else { return nil }
        self.text = Self.unescaped(rest[rest.index(after: start)..<end])
    }

    /// The text without the escapes of a string literal. In JSON, they are escaped again.
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

/// The server's time in a 401: `Timestamp expired: Given timestamp (…) not within 600s of server
/// time (…)`.
struct ServerTimeText: Hashable, Sendable {
    /// In seconds since 1970.
    let time: Int64

    /// - Returns: `nil` if the body is about something else.
    init?(_ body: String) {
        guard body.contains("imestamp expired"),
            let time = Self.number(in: body, after: "server time (")
        else { return nil }
        self.time = time
    }

    /// A number of at most 12 digits.
    private static func number(in text: String, after words: String) -> Int64? {
        guard let start = text.firstRange(of: words)?.upperBound else { return nil }
        let digits = text[start...].prefix { $0.isASCII && $0.isNumber }
        return digits.utf8.count <= 12 ? Int64(digits) : nil
    }
}
