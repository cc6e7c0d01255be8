import ChannelsProtocol

enum SwiftSnippet {
    static func text(for subject: CopySubject) throws(CopyRefusal) -> String {
        switch subject {
        case .event(let event):
            return try self.event(event)
        case .channel(let name):
            let name = try CopyRefusal.checked(name)
            return "try await client.subscribe(\(SwiftLiteral.text(name.text)))"
        case .member(let member, let channel):
            let id = SwiftLiteral.text(member.id.text)
            return "await \(self.channel(channel))?.members?[\(id)]"
        case .binding(let binding):
            return self.binding(binding.event, on: binding.channel, isForUser: binding.isForUser)
        case .node(_, let path):
            return "event.data.json" + path.map(self.step).joined()
        }
    }

    private static func event(_ event: ClientReport) throws(CopyRefusal) -> String {
        switch event.kind {
        case .received(let received):
            return self.binding(
                received.name, on: received.channel,
                isForUser: received.channel?.isServerToUser == true)
        case .triggered(let sent), .clientEventQueued(let sent):
            guard let channel = sent.channel else {
                throw CopyRefusal("The event has no channel, so it cannot be sent again.")
            }
            let name = SwiftLiteral.text(sent.name.text)
            return "try await \(self.channel(channel))?.trigger(\(name), "
                + "data: \(self.data(sent.data)))"
        case .memberAdded(let channel, _), .memberRemoved(let channel, _),
            .membersReplaced(let channel, _, _):
            return "if let channel = await \(self.channel(channel)) "
                + "{ for await change in channel.memberChanges { print(change) } }"
        case .stateChanged, .attemptFailed:
            return "for await change in client.stateChanges { print(change) }"
        case .retryScheduled:
            return "for await error in client.errors "
                + "{ if let retry = error.retry { print(retry) } }"
        default:
            throw CopyRefusal("This kind of update has no equivalent in Swift.")
        }
    }

    private static func binding(
        _ event: EventName?, on channel: ChannelName?, isForUser: Bool
    ) -> String {
        let event = event.map { "(\(SwiftLiteral.text($0.text)))" } ?? ""
        let handler = "{ event in print(event.data.text) }"
        if isForUser { return "await client.bindUser\(event) \(handler)" }
        guard let channel else { return "await client.bind\(event) \(handler)" }
        return "await \(self.channel(channel))?.bind\(event) \(handler)"
    }

    private static func channel(_ name: ChannelName) -> String {
        "client.channel(\(SwiftLiteral.text(name.text)))"
    }

    private static func data(_ data: EventData) -> String {
        if data.isAbsent { return ".absent" }
        let text = SwiftLiteral.text(data.text)
        return data.isString
            ? "EventData(\(text))" : "EventData(json: JSON.parse(\(text)) ?? nil)"
    }

    private static func step(_ step: EventData.Step) -> String {
        switch step {
        case .member(let name): "?[\(SwiftLiteral.text(name))]"
        case .element(let index): "?[\(index)]"
        }
    }
}
