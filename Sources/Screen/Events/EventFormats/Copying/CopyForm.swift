package import ChannelsProtocol
import EventWords

/// The forms in which something can be copied.
package enum CopyForm: String, CaseIterable, Hashable, Sendable {
    /// The text itself.
    case plain
    /// A JSON object with all details, as in an export.
    case json
    /// Shell commands that publish an event again, or query a channel, with the HTTP API.
    case curl
    /// A line of Swift that does the same with the library.
    case swift

    /// The text in a menu.
    package var title: String {
        switch self {
        case .plain: "the text as it is"
        case .json: "a JSON object with all known details"
        case .curl: "a shell command for the HTTP API"
        case .swift: "a line of Swift for the library"
        }
    }
}

/// Something that can be copied.
package enum CopySubject: Hashable, Sendable {
    /// A row of a log: an event that was received or sent, or a report.
    case event(ClientReport)
    case channel(ChannelName)
    case member(Member, of: ChannelName)
    case binding(Binding)
    /// A value in an event's data, and its path.
    case node(JSON, path: [EventData.Step])

    /// A short description for a message. Parts of it may come from a peer.
    package var title: String {
        switch self {
        case .event(let event):
            let text = event.words
            return text.channel == nil && text.channelEvent == nil
                ? text.name : "\(text.name) on \(text.channelLabel)"
        case .channel(let name): return name.text
        case .member(let member, let channel): return "\(member.id.text) of \(channel.text)"
        case .binding(let binding): return "binding \(binding.event?.text ?? "*")"
        case .node(_, let path): return DataPath(path).text
        }
    }
}

/// Why something cannot be copied in a form.
package struct CopyRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence.
    package let description: String

    package init(_ description: String) { self.description = description }
}
