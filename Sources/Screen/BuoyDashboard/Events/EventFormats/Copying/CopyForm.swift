import ChannelsEventWords
import ChannelsProtocol

/// The forms in which something can be copied.
enum CopyForm: String, CaseIterable, Hashable, Sendable {
    /// The text itself.
    case plain
    /// A JSON object with all details, as in an export.
    case json
    /// Shell commands that publish an event again, or query a channel, with the HTTP API.
    case curl
    /// A line of Swift that does the same with the library.
    case swift
    /// A line of JavaScript for Laravel Echo.
    case echo
    /// A line of JavaScript for pusher-js.
    case js
    /// Lines of PHP for pusher-php-server, or for the class of a Laravel event.
    case php

    /// The text in a menu.
    var title: String {
        switch self {
        case .plain: "plain text"
        case .json: "a JSON object with all known details"
        case .curl: "a shell command for the HTTP API"
        case .swift: "Swift for the library"
        case .echo: "JavaScript for Laravel Echo"
        case .js: "JavaScript for pusher-js"
        case .php: "PHP for Laravel or pusher-php-server"
        }
    }
}

/// Something that can be copied.
enum CopySubject: Hashable, Sendable {
    /// A row of a log: an event that was received or sent, or a report.
    case event(ClientReport)
    case channel(ChannelName)
    case member(Member, of: ChannelName)
    case binding(Binding)
    /// A value in an event's data, and its path.
    case node(JSON, path: [EventData.Step])

    /// A short description for a message. Parts of it may come from a peer.
    var title: String {
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
struct CopyRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence.
    let description: String

    init(_ description: String) { self.description = description }

    // MARK: Reasons that several forms have

    static let onlyEvents = Self(
        "Only events can be published: this row is an update from the client.")
    static let noChannel = Self("The event has no channel, so it cannot be published again.")
    static let unknownToHTTPAPI = Self("The HTTP API does not accept this channel name.")
    static let cannotSubscribe = Self("A channel with this name cannot be subscribed to.")

    static func onlyWholeEvents(as form: String) -> Self {
        Self("Only whole events can be published: copy the event as \(form).")
    }

    /// The name of a channel, if it is valid.
    static func checked(
        _ channel: ChannelName, _ refusal: Self = .cannotSubscribe
    ) throws(Self) -> ChannelName {
        guard (try? ChannelName(channel.text)) != nil else { throw refusal }
        return channel
    }
}
