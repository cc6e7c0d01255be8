/// A service that is not HTTP, recognised by the first bytes that it sends.
package struct ForeignService: Hashable, Sendable {
    package var name: String
    /// The printable start of its first line; untrusted text.
    package var banner: String

    /// `nil` for bytes that nothing is known about.
    package init?(_ bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(Self.longest))
        guard let name = Self.name(of: start) else { return nil }
        self.name = name
        self.banner = Self.text(start)
    }

    private static let longest = 80

    private static func text(_ bytes: [UInt8]) -> String {
        // The version that MySQL sends is after the head of its packet.
        let isText =
            bytes.first.map { (0x20..<0x7F).contains($0) } == true && bytes.count > 3
            && bytes[3] != 0
        let line = (isText ? bytes[...] : bytes.dropFirst(5)).prefix { (0x20..<0x7F).contains($0) }
        return line.count > 3 ? String(decoding: line.prefix(60), as: UTF8.self) : ""
    }

    private static let banners: [(start: String, name: String)] = [
        ("SSH-", "an SSH server"), ("-ERR", "Redis"), ("-DENIED", "Redis"), ("-NOAUTH", "Redis"),
        ("+OK", "a POP3 server"), ("* OK", "an IMAP server"), ("AMQP", "an AMQP broker"),
        ("INFO {", "NATS"), ("RFB 0", "a VNC server"), ("ERROR\r\n", "memcached"),
        ("RTSP/", "an RTSP server"), ("ICY ", "a radio stream"), ("ERROR :", "an IRC server"),
    ]

    private static func name(of bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        if let banner = Self.banners.first(where: { text.hasPrefix($0.start) }) {
            return banner.name
        }
        if text.hasPrefix("220") || text.hasPrefix("421") || text.hasPrefix("554") {
            let isMail = ["SMTP", "smtp", "mail", "Mail"].contains(where: text.contains)
            return isMail || !text.contains("FTP") ? "a mail server (SMTP)" : "an FTP server"
        }
        return Self.binaryName(of: bytes)
    }

    private static func binaryName(of bytes: [UInt8]) -> String? {
        guard bytes.count >= 5 else { return nil }
        // A packet: its length in three bytes, its number, then version 10 or an error.
        let length = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
        if bytes[3] == 0, (10...1024).contains(length), bytes[4] == 0x0A || bytes[4] == 0xFF {
            return "MySQL or MariaDB"
        }
        // The frame SETTINGS, on stream 0 (RFC 9113, 3.4).
        if bytes.count >= 9, bytes[0] == 0, bytes[3] == 4, bytes[5..<9].allSatisfy({ $0 == 0 }) {
            return "a server for HTTP/2 only"
        }
        // RFC 854: IAC and a verb.
        return bytes[0] == 0xFF && (0xFB...0xFE).contains(bytes[1]) ? "a Telnet server" : nil
    }
}
