/// The character sets of HTTP/1.1 (RFC 9110, 5).
package enum HTTPText {
    /// Whether the byte may be in a method or a header name.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default:
            "!#$%&'*+.^`|~".utf8.contains(byte)
        }
    }

    /// The byte, or the small letter of a capital one.
    static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// Whether the byte may be in a header value or a reason phrase: no control character except
    /// the tab.
    static func isFieldByte(_ byte: UInt8) -> Bool {
        byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
    }

    /// Whether the byte may be in a request target: visible ASCII.
    static func isTargetByte(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

    /// The text without spaces and tabs at both ends.
    static func trim(_ text: Substring) -> String { String(Substring(self.trim(text.utf8))) }

    /// The same bytes without spaces and tabs at both ends.
    static func trim<Text: BidirectionalCollection<UInt8>>(_ text: Text) -> Text.SubSequence {
        let isText: (UInt8) -> Bool = { $0 != 0x20 && $0 != 0x09 }
        guard let first = text.firstIndex(where: isText),
            let last = text.lastIndex(where: isText)
        else { return text[text.startIndex..<text.startIndex] }
        return text[first...last]
    }

    /// The target of a `Location` header, for a sentence: without a query, which may contain a
    /// secret, and without a user. It is text from a peer.
    static func place(_ location: String) -> String {
        let path = location.prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, let at = parts[2].lastIndex(of: "@") else {
            return String(path.prefix(self.placeLimit))
        }
        let host = parts[2][parts[2].index(after: at)...]
        let plain = (parts.prefix(2) + [host] + parts.dropFirst(3)).joined(separator: "/")
        return String(plain.prefix(self.placeLimit))
    }

    private static let placeLimit = 200

    /// A number written only in decimal digits; `nil` for anything else, or if it is too large.
    static func decimal(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// Whether a header can be written: a string from the settings could contain a line break.
    static func isWritable(_ header: HTTPHeader) -> Bool {
        !header.name.isEmpty && header.name.utf8.allSatisfy(self.isTokenByte)
            && header.value.utf8.allSatisfy(self.isFieldByte)
    }

    /// The `Host` header for an origin: with brackets around IPv6, and without the default port.
    static func hostHeader(host: String, port: Int, isSecure: Bool) -> String {
        let unzoned = host.prefix { $0 != "%" }
        let name = unzoned.contains(":") ? "[\(unzoned)]" : String(unzoned)
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}
