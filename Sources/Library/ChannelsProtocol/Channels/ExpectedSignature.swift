/// Read from `Invalid signature: Expected HMAC SHA256 hex digest of <text>, but got
/// <signature>`: socket id, channel and, on presence channels, channel data, separated by
/// colons.
///
/// Channel data is JSON and may contain the words after the text, so their last occurrence
/// counts. Some servers put the text between asterisks or quotes.
struct ExpectedSignature: Hashable, Sendable {
    let text: String

    init?(_ message: String) {
        let words = ServerWords(message, limit: Self.longestMessage)
        guard let rest = words.rest(after: "digest of ") else { return nil }
        let end = words.start(before: ", but got")?.endIndex ?? rest.endIndex
        let quoted = rest.prefix(max(0, end - rest.startIndex))
        self.text = String(decoding: Self.unwrapped(quoted), as: UTF8.self)
        guard !self.text.isEmpty else { return nil }
    }

    private static let longestMessage = 32 << 10

    /// A socket id starts with a digit: what comes before it, and again at the end, encloses the
    /// text.
    private static func unwrapped(_ quoted: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = quoted.first, ServerWords.wrappers.contains(first) else { return quoted }
        let text = quoted.dropFirst()
        return text.last == first ? text.dropLast() : text
    }

    private var parts: [Substring.UTF8View] {
        self.text.utf8.split(
            separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    }

    var channel: ChannelName? {
        let parts = self.parts
        return parts.count >= 2 ? ServerWords.channel(Array(parts[1])[...]) : nil
    }

    /// The channel data is a JSON string, or the inside of one, instead of an object.
    var looksEncodedTwice: Bool {
        let parts = self.parts
        guard parts.count == 3, let data = String(parts[2]) else { return false }
        return data.utf8.starts(with: "{\\\"".utf8) || JSONValue.parse(data)?.stringValue != nil
    }
}
