import ChannelsProtocol

/// The client is called `pusher`.
enum JavaScriptSnippet {
    struct Source {
        var event: EventName
        var channel: ChannelName?
        var argument = "data"
    }

    static func text(for subject: CopySubject) throws(CopyRefusal) -> String {
        switch subject {
        case .event(let event):
            switch event.kind {
            case .triggered(let sent), .clientEventQueued(let sent):
                let (channel, name) = try self.sending(sent)
                return "pusher.channel(\(self.quoted(channel.text)))"
                    + ".trigger(\(self.quoted(name.text)), \(self.data(sent.data)))"
            case .stateChanged, .attemptFailed:
                return "pusher.connection.bind('state_change', \(self.handler("states")))"
            default:
                guard let source = self.source(of: event) else {
                    throw CopyRefusal("This kind of update has no equivalent in JavaScript.")
                }
                return self.binding(source)
            }
        case .channel(let name):
            return "pusher.subscribe(\(self.quoted(try CopyRefusal.checked(name).text)))"
        case .member(let member, let channel):
            return "pusher.channel(\(self.quoted(channel.text)))"
                + ".members.get(\(self.quoted(member.id.text)))"
        case .binding(let binding):
            return self.binding(binding)
        case .node(_, let path):
            return "data" + self.path(path)
        }
    }

    static func source(of report: ClientReport) -> Source? {
        switch report.kind {
        case .received(let event): Source(event: event.name, channel: event.channel)
        case .memberAdded(let channel, _):
            Source(event: "pusher:member_added", channel: channel, argument: "member")
        case .memberRemoved(let channel, _):
            Source(event: "pusher:member_removed", channel: channel, argument: "member")
        case .membersReplaced(let channel, _, _):
            Source(event: "pusher:subscription_succeeded", channel: channel, argument: "members")
        case .subscriptionChanged(let channel, .subscribed):
            Source(event: "pusher:subscription_succeeded", channel: channel)
        case .subscriptionChanged(let channel, .failed):
            Source(event: "pusher:subscription_error", channel: channel, argument: "error")
        case .subscriptionCount(let channel, _):
            Source(event: "pusher:subscription_count", channel: channel)
        case .cacheMissed(let channel):
            Source(event: "pusher:cache_miss", channel: channel)
        default: nil
        }
    }

    static func sending(
        _ event: ChannelsEvent
    ) throws(CopyRefusal) -> (ChannelName, EventName) {
        guard let channel = event.channel, channel.kind.takesClientEvents,
            event.name.isClientEvent
        else {
            throw CopyRefusal(
                "Only client- events on a private or presence channel can be sent again.")
        }
        return (channel, event.name)
    }

    /// JSON is parsed and not written as code, so that a `__proto__` in it is a name like others.
    static func data(_ data: EventData) -> String {
        if data.isAbsent { return "undefined" }
        let text = self.quoted(data.text)
        return data.isString ? text : "JSON.parse(\(text))"
    }

    static func path(_ steps: [EventData.Step]) -> String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .member(let name): text += JavaScriptLiteral.access(name)
            case .element(let index): text += "[\(index)]"
            }
        }
    }

    static func quoted(_ text: String) -> String { JavaScriptLiteral.text(text) }

    static func handler(_ arguments: String) -> String {
        if arguments.isEmpty { return "() => console.log('subscribed')" }
        let head = arguments.contains(",") ? "(\(arguments))" : arguments
        return "\(head) => console.log(\(arguments))"
    }

    private static func binding(_ source: Source) -> String {
        "\(self.emitter(source.channel, isForUser: false))"
            + ".bind(\(self.quoted(source.event.text)), \(self.handler(source.argument)))"
    }

    private static func binding(_ binding: EventBinding) -> String {
        let emitter = self.emitter(binding.channel, isForUser: binding.isForUser)
        guard let event = binding.event else {
            return "\(emitter).bind_global(\(self.handler("event, data")))"
        }
        return "\(emitter).bind(\(self.quoted(event.text)), \(self.handler("data")))"
    }

    private static func emitter(_ channel: ChannelName?, isForUser: Bool) -> String {
        if isForUser || channel?.isServerToUser == true { return "pusher.user" }
        return channel.map { "pusher.subscribe(\(self.quoted($0.text)))" } ?? "pusher"
    }
}
