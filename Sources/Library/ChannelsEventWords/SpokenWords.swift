package import ChannelsProtocol

/// For reading aloud: words, and only ASCII punctuation.
package enum SpokenWords {
    static func number(_ number: Int) -> String {
        Figures.grouped(number).split(separator: " ").joined(separator: ",")
    }

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

    static func list(_ items: [String], limit: Int = 5) -> String {
        let shown = items.prefix(limit).map { self.cut($0, to: 80) }.joined(separator: ", ")
        let more = items.count - limit
        return more > 0 ? "\(shown) and \(self.number(more)) more" : shown
    }

    package static func cut(_ text: String, to limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard
            let end = scalars.index(
                scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "..."
    }

    static func sentence(_ text: String) -> String {
        guard let last = text.last else { return "" }
        return last == "." || last == "!" || last == "?" ? text : text + "."
    }

    /// Without its full stop, so that the sentence can continue.
    static func clause(_ text: String) -> String {
        text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

struct ServerAddress: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: String?

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
    package static func more(_ count: Int, _ noun: String) -> String {
        "\(self.number(count)) more \(noun)\(count == 1 ? "" : "s")"
    }

    package static func name(_ name: some ByteComparedText) -> String {
        name.text.isEmpty ? "(no name)" : self.cut(name.text, to: 200)
    }

    static func name(_ member: PresenceMember) -> String {
        let id = self.cut(member.id.text, to: 80)
        let name = member.info?.value(at: [.member("name")])
        guard let name, name.isString, name.byteCount > 0 else { return id }
        return "\(self.cut(String(decoding: name.textPrefix(240), as: UTF8.self), to: 60)) (\(id))"
    }

    static func status(_ status: Int?) -> String { status.map { ", status \($0)" } ?? "" }

    static func place(of event: ChannelsEvent) -> String {
        event.channel.map { "on \(self.name($0))" } ?? "without a channel"
    }
}
