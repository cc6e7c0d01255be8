import ChannelsEventWords
import ChannelsProtocol

enum CopyForm: String, CaseIterable, Hashable, Sendable {
    case plain
    case json
    case curl
    case swift
    /// JavaScript for Laravel Echo.
    case echo
    /// JavaScript for pusher-js.
    case js
    /// For pusher-php-server, or for the class of a Laravel event.
    case php

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

enum CopySubject: Hashable, Sendable {
    case event(ClientReport)
    case channel(ChannelName)
    case member(PresenceMember, of: ChannelName)
    case binding(EventBinding)
    case node(JSONValue, path: [EventData.Step])

    /// Parts of it may come from a peer.
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

struct CopyRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static let onlyEvents = Self(
        "Only events can be published: this row is an update from the client.")
    static let noChannel = Self("The event has no channel, so it cannot be published again.")
    static let unknownToHTTPAPI = Self("The HTTP API does not accept this channel name.")
    static let cannotSubscribe = Self("A channel with this name cannot be subscribed to.")

    static func onlyWholeEvents(as form: String) -> Self {
        Self("Only whole events can be published: copy the event as \(form).")
    }

    static func checked(
        _ channel: ChannelName, _ refusal: Self = .cannotSubscribe
    ) throws(Self) -> ChannelName {
        guard (try? ChannelName(channel.text)) != nil else { throw refusal }
        return channel
    }
}
