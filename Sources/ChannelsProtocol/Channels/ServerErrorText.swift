/// What the words of a `pusher:error` say about a subscription.
///
/// Servers send such errors with a code of null and name the channel in the text only, each in its
/// own words (protocol.md 2.3 and 16.5); so the reading is tolerant. It looks at no more than the
/// start of a text.
enum ServerErrorText: Hashable, Sendable {
    /// `Existing subscription to channel X`: nothing failed.
    case alreadySubscribed(ChannelName)
    /// `No current subscription to channel X, or subscription in progress`: what was refused is an
    /// unsubscription.
    case notSubscribed(ChannelName)
    /// A subscription was refused; the channel, when it is named.
    case refused(ChannelName?)
    /// Nothing about a subscription.
    case other

    init(_ error: ServerError) {
        let text = Array(error.message.utf8.prefix(Self.longestText))
        if let name = Self.word(in: text, after: "existing subscription to channel ") {
            self = .alreadySubscribed(name)
        } else if let name = Self.word(in: text, after: "no current subscription to channel ") {
            self = .notSubscribed(name)
        } else if Self.contains(text, "invalid signature") {
            self = .refused(error.channel ?? Self.signedChannel(in: text))
        } else if let name = Self.namedInRefusal(text) {
            self = .refused(name)
        } else if Self.wordsOfRefusals.contains(where: { Self.contains(text, $0) }) {
            self = .refused(error.channel)
        } else {
            self = .other
        }
    }

    private static let longestText = 4096

    /// Words that only the refusal of a subscription has.
    private static let wordsOfRefusals = [
        "invalid key in subscription auth data", "auth must have the format key:signature",
        "this channel name is not valid", "connection is unauthorized",
        "could not find a channel",
    ]

    private static func namedInRefusal(_ text: [UInt8]) -> ChannelName? {
        let name = Self.word(in: text, after: "auth value for subscription to ")
        return name ?? Self.word(in: text, after: "could not find a channel with the id ")
    }

    /// The channel inside the string that the server says it signed: `socket:channel`, or
    /// `socket:channel:data`.
    private static func signedChannel(in text: [UInt8]) -> ChannelName? {
        guard let signed = Self.rest(of: text, after: "digest of ") else { return nil }
        let parts = signed.split(
            separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2 else { return nil }
        return Self.name(parts[1])
    }

    private static func word(in text: [UInt8], after prefix: String) -> ChannelName? {
        Self.rest(of: text, after: prefix).flatMap(Self.name)
    }

    /// The channel name at the start: up to what no name has, a full stop or comma at its end not
    /// counted.
    private static func name(_ bytes: ArraySlice<UInt8>) -> ChannelName? {
        var name = bytes.drop { Self.quotes.contains($0) }.prefix(while: Self.isPartOfName)
        while let last = name.last, Self.punctuation.contains(last) {
            name.removeLast()
        }
        return name.isEmpty ? nil : ChannelName(wire: String(decoding: name, as: UTF8.self))
    }

    private static let quotes = Array("\"'*`".utf8)
    private static let punctuation = Array(".,;".utf8)

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "_-=@,.;".utf8.contains(byte)
        }
    }

    private static func contains(_ text: [UInt8], _ words: String) -> Bool {
        Self.rest(of: text, after: words) != nil
    }

    /// What follows the first occurrence of the words, whatever their case.
    private static func rest(of text: [UInt8], after words: String) -> ArraySlice<UInt8>? {
        let words = Array(words.utf8)
        guard text.count >= words.count else { return nil }
        for start in 0...(text.count - words.count) {
            let end = start + words.count
            if zip(text[start..<end], words).allSatisfy({ Self.lowercased($0) == $1 }) {
                return text[end...]
            }
        }
        return nil
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
