package import ChannelsProtocol

/// Formats numbers, times and addresses for reading aloud: words, and only ASCII punctuation.
package enum SpokenWords {
    /// `1,200`
    static func number(_ number: Int) -> String {
        Figures.grouped(number).split(separator: " ").joined(separator: ",")
    }

    /// `1 member`, `1,200 members`
    package static func counted(_ count: Int, _ noun: String) -> String {
        "\(self.number(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    /// `40 milliseconds`, `1.2 seconds`, `3 minutes and 12 seconds`; two units at most.
    static func duration(_ duration: Duration) -> String {
        let milliseconds = max(duration.clampedNanoseconds / 1_000_000, 0)
        let seconds = Int(milliseconds / 1000)
        switch milliseconds {
        case ..<1000: return self.counted(Int(milliseconds), "millisecond")
        case ..<60_000:
            let tenths = Int(milliseconds % 1000 / 100)
            return tenths == 0 ? self.counted(seconds, "second") : "\(seconds).\(tenths) seconds"
        case ..<3_600_000: return self.pair(seconds / 60, "minute", seconds % 60, "second")
        case ..<86_400_000: return self.pair(seconds / 3600, "hour", seconds / 60 % 60, "minute")
        default: return self.pair(seconds / 86_400, "day", seconds / 3600 % 24, "hour")
        }
    }

    private static func pair(_ large: Int, _ unit: String, _ small: Int, _ part: String) -> String {
        let first = self.counted(large, unit)
        return small == 0 ? first : "\(first) and \(self.counted(small, part))"
    }

    /// `127.0.0.1 port 6001` for `ws://127.0.0.1:6001`.
    static func place(_ address: String) -> String {
        let parts = ServerAddress(address)
        return parts.host + (parts.port.map { " port \($0)" } ?? "")
    }

    /// `a, b and 3 more`: some of many, each cut.
    static func list(_ items: [String], limit: Int = 5) -> String {
        let shown = items.prefix(limit).map { self.cut($0, to: 80) }.joined(separator: ", ")
        let more = items.count - limit
        return more > 0 ? "\(shown) and \(self.number(more)) more" : shown
    }

    /// The text, cut to at most this many characters.
    package static func cut(_ text: String, to limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard
            let end = scalars.index(
                scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "..."
    }

    /// A string as a sentence: with a full stop, unless it ends in another punctuation mark.
    static func sentence(_ text: String) -> String {
        guard let last = text.last else { return "" }
        return last == "." || last == "!" || last == "?" ? text : text + "."
    }

    /// A string without its full stop, so that the sentence can continue.
    static func clause(_ text: String) -> String {
        text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

/// The parts of an address such as `ws://host:port`.
struct ServerAddress: Hashable, Sendable {
    /// `ws`; empty if the address has none.
    let scheme: String
    /// The host, without the brackets of an IPv6 address.
    let host: String
    /// The port, as written.
    let port: String?

    /// Splits an address; missing parts are left out.
    init(_ address: String) {
        var rest = address[...]
        if let separator = rest.firstRange(of: "://") {
            self.scheme = String(rest[..<separator.lowerBound])
            rest = rest[separator.upperBound...]
        } else {
            self.scheme = ""
        }
        rest = rest.prefix { $0 != "/" && $0 != "?" }
        if rest.first == "[", let end = rest.firstIndex(of: "]") {
            self.host = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
        } else {
            let end = rest.lastIndex(of: ":") ?? rest.endIndex
            self.host = String(rest[..<end])
            rest = rest[end...]
        }
        self.port = rest.first == ":" && rest.count > 1 ? String(rest.dropFirst()) : nil
    }
}

extension SpokenWords {
    /// `1 more event`, `41 more events`
    package static func more(_ count: Int, _ noun: String) -> String {
        "\(self.number(count)) more \(noun)\(count == 1 ? "" : "s")"
    }

    /// The name of a channel or an event, cut to a reasonable length.
    package static func name(_ name: some ByteComparedText) -> String {
        name.text.isEmpty ? "(no name)" : self.cut(name.text, to: 200)
    }

    /// `Ana Ruiz (u02)`, if the member's information has a name.
    static func name(_ member: Member) -> String {
        let id = self.cut(member.id.text, to: 80)
        let name = member.info?.value(at: [.member("name")])
        guard let name, name.isString, name.byteCount > 0 else { return id }
        return "\(self.cut(String(decoding: name.textPrefix(240), as: UTF8.self), to: 60)) (\(id))"
    }

    /// `, status 403`; empty without one.
    static func status(_ status: Int?) -> String { status.map { ", status \($0)" } ?? "" }

    /// `on lobby`
    static func place(of event: ChannelsEvent) -> String {
        event.channel.map { "on \(self.name($0))" } ?? "without a channel"
    }
}
