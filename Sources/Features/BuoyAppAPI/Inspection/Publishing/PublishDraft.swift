import BuoyDashboard
import ChannelsEventWords
import ChannelsProtocol

/// A line of the publish prompt. Limits are checked before anything is sent (docs/http-api.md;
/// docs/protocol.md, "Limits").
package struct PublishDraft: Hashable, Sendable {
    package struct Problem: Error, Hashable, Sendable {
        package let text: String
        /// The characters of the line concerned; empty if all are.
        package let range: Range<Int>
    }

    package let publication: Publication

    static let dataLimit = 10_240
    static let channelLimit = 100

    /// Reads `TARGETS EVENT DATA`. Targets are channels separated by commas, or `@user`.
    ///
    /// - Parameter isKnown: whether there is a channel with this name, which may contain a comma.
    package init(_ line: String, isKnown: (String) -> Bool = { _ in false }) throws(Problem) {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2 else {
            throw Problem(
                text: "type channels or @user, then an event and its data", range: 0..<0)
        }
        let target = try Self.target(words[0], of: line, isKnown)
        try Self.check(words[1], of: line)
        let data = words.count > 2 ? String(words[2]).trimmingSpaces : "{}"
        guard data.utf8.count <= Self.dataLimit else {
            let size = Figures.grouped(data.utf8.count)
            throw Problem(
                text: "the data is \(size) bytes; the limit is \(Figures.grouped(Self.dataLimit))",
                range: Self.range(of: words[2], in: line))
        }
        self.publication = Publication(to: target, event: EventName(String(words[1])), data: data)
    }

    private static func target(
        _ word: Substring, of line: String, _ isKnown: (String) -> Bool
    ) throws(Problem) -> Publication.Target {
        let range = self.range(of: word, in: line)
        let text = String(word)
        let prefix = ChannelName.serverToUserPrefix
        if let user = text.hasPrefix("@")
            ? text.dropFirst() : text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
        {
            guard !user.isEmpty else {
                throw Problem(text: "type a user id after \(text)", range: range)
            }
            return .user(UserID(String(user)))
        }
        let names = isKnown(text) ? [word] : word.split(separator: ",")
        var channels: [ChannelName] = []
        for name in names {
            let channel = try self.channel(name, of: line)
            if !channels.contains(channel) { channels.append(channel) }
        }
        guard (1...Self.channelLimit).contains(channels.count) else {
            throw Problem(
                text: "an event must have between 1 and \(Self.channelLimit) channels, not "
                    + "\(channels.count)", range: range)
        }
        guard channels.count == 1 || !channels.contains(where: \.kind.isEncrypted) else {
            throw Problem(
                text: "an encrypted channel must be the only target: each encrypted channel has "
                    + "its own key", range: range)
        }
        return .channels(channels)
    }

    private static func channel(
        _ name: Substring, of line: String
    ) throws(Problem) -> ChannelName {
        do {
            return try ChannelName(String(name))
        } catch {
            throw Problem(text: error.description, range: self.range(of: name, in: line))
        }
    }

    private static func check(_ event: Substring, of line: String) throws(Problem) {
        let length = event.unicodeScalars.count
        guard length <= EventName.lengthLimit else {
            throw Problem(
                text: "the event name has \(length) characters; "
                    + "the limit is \(EventName.lengthLimit)",
                range: self.range(of: event, in: line))
        }
    }

    private static func range(of part: Substring, in line: String) -> Range<Int> {
        let start = line.distance(from: line.startIndex, to: part.startIndex)
        return start..<start + part.count
    }

    package var words: String {
        let bytes = Figures.grouped(self.publication.data.utf8.count)
        let isJSON = JSONValue.parse(self.publication.data) != nil
        return "\(self.publication.event.text) to \(self.publication.target.words), "
            + "\(bytes) of \(Figures.grouped(Self.dataLimit)) bytes, \(isJSON ? "JSON" : "text")"
    }
}
