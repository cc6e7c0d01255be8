import ChannelsBasics

/// The character sets of HTTP/1.1 (RFC 9110, 5).
package enum HTTPText {
    static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || "-_!#$%&'*+.^`|~".utf8.contains(byte)
    }

    static func isFieldByte(_ byte: UInt8) -> Bool {
        byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
    }

    static func isTargetByte(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

    static func trim(_ text: Substring) -> String { String(Substring(self.trim(text.utf8))) }

    static func trim<Text: BidirectionalCollection<UInt8>>(_ text: Text) -> Text.SubSequence {
        let isText: (UInt8) -> Bool = { $0 != 0x20 && $0 != 0x09 }
        guard let first = text.firstIndex(where: isText),
            let last = text.lastIndex(where: isText)
        else { return text[text.startIndex..<text.startIndex] }
        return text[first...last]
    }

    /// Without a query, which may contain a secret, and without a user. Text from a peer.
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

    /// Only decimal digits; `nil` for anything else, or if it is too large.
    static func decimal(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else {
            return nil
        }
        return Int(text)
    }

    /// A string from the settings could contain a line break.
    static func isWritable(_ header: HTTPHeader) -> Bool {
        !header.name.isEmpty && header.name.utf8.allSatisfy(self.isTokenByte)
            && header.value.utf8.allSatisfy(self.isFieldByte)
    }

    /// With brackets around IPv6, and without the default port.
    static func hostHeader(host: String, port: Int, isSecure: Bool) -> String {
        let unzoned = host.prefix { $0 != "%" }
        let name = unzoned.contains(":") ? "[\(unzoned)]" : String(unzoned)
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}
