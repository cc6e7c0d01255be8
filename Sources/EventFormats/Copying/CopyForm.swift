package import ChannelsProtocol
import EventLog
import EventWords

/// A form in which something is copied.
package enum CopyForm: String, CaseIterable, Hashable, Sendable {
    /// The text itself.
    case plain
    /// A JSON object with all that is known, as an export has it.
    case json
    /// Commands for a shell that publish an event again, or ask about a channel, by the HTTP API.
    case curl
    /// The line of Swift that does it with the library.
    case swift

    /// What a menu says.
    package var title: String {
        switch self {
        case .plain: "the text as it is"
        case .json: "a JSON object with all known details"
        case .curl: "a shell command for the HTTP API"
        case .swift: "a line of Swift for the library"
        }
    }
}

/// What is copied.
package enum CopySubject: Hashable, Sendable {
    /// A row of a log: an event that came or went, or a report.
    case event(ClientEvent)
    case channel(ChannelName)
    case member(Member, of: ChannelName)
    case binding(Binding)
    /// A value inside of an event's data, and the way to it.
    case node(JSON, path: [EventData.Step])

    /// What it is, in a few words for a message; parts come from a peer.
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
