import ChannelsProtocol

/// With Echo's default namespace `App.Events`. What Echo has no word for is asked of the pusher-js
/// inside it.
enum EchoSnippet {
    static func text(for subject: CopySubject) throws(CopyRefusal) -> String {
        switch subject {
        case .event(let event):
            switch event.kind {
            case .triggered(let sent), .clientEventQueued(let sent):
                let (channel, name) = try JavaScriptSnippet.sending(sent)
                return self.channel(channel) + ".whisper(\(self.quoted(self.whisper(name))), "
                    + "\(JavaScriptSnippet.data(sent.data)))"
            default:
                guard let source = JavaScriptSnippet.source(of: event),
                    let line = self.listening(to: source.event, on: source.channel)
                else { return try self.pusher(subject) }
                return line
            }
        case .channel(let name): return self.channel(try CopyRefusal.checked(name))
        case .member: return try self.pusher(subject)
        case .binding(let binding):
            guard !binding.isForUser, let channel = binding.channel else {
                return try self.pusher(subject)
            }
            guard let event = binding.event else {
                let handler = JavaScriptSnippet.handler("event, data")
                return self.channel(channel) + ".listenToAll(\(handler))"
            }
            guard let line = self.listening(to: event, on: channel) else {
                return try self.pusher(subject)
            }
            return line
        case .node(_, let path): return "event" + JavaScriptSnippet.path(path)
        }
    }

    /// `Echo.channel('a').listen('.b', …)`; `nil` if Echo has no word for it.
    static func listener(for event: ChannelsEvent) -> String? {
        self.listening(to: event.name, on: event.channel) { _ in "…" }
    }

    private static func listening(
        to event: EventName, on channel: ChannelName?,
        handler: (String) -> String = JavaScriptSnippet.handler
    ) -> String? {
        guard let channel, !channel.isServerToUser else { return nil }
        let base = self.channel(channel)
        switch (event, channel.kind.hasMembers) {
        case ("pusher:member_added", true): return base + ".joining(\(handler("member")))"
        case ("pusher:member_removed", true): return base + ".leaving(\(handler("member")))"
        case ("pusher:subscription_succeeded", true): return base + ".here(\(handler("members")))"
        case ("pusher:subscription_succeeded", false): return base + ".subscribed(\(handler("")))"
        case ("pusher:subscription_error", _): return base + ".error(\(handler("error")))"
        case (Self.notification, _): return base + ".notification(\(handler("notification")))"
        default: break
        }
        let (method, name) =
            event.isClientEvent
            ? ("listenForWhisper", self.whisper(event)) : ("listen", self.name(event))
        return base + ".\(method)(\(self.quoted(name)), \(handler("event")))"
    }

    /// The event by which Laravel broadcasts notifications.
    private static let notification: EventName =
        #"Illuminate\Notifications\Events\BroadcastNotificationCreated"#

    /// Echo adds the prefix itself.
    private static func channel(_ channel: ChannelName) -> String {
        let laravel = LaravelChannel(channel)
        return "Echo.\(laravel.method)(\(self.quoted(laravel.name)))"
    }

    /// Echo puts the namespace before a name, and replaces full stops by backslashes. After a full
    /// stop at the start, it takes the rest as it is.
    private static func name(_ event: EventName) -> String {
        let name = event.text.unicodeScalars
        let namespace = #"App\Events\"#.unicodeScalars
        guard name.starts(with: namespace) else { return "." + event.text }
        let rest = name.dropFirst(namespace.count)
        guard let first = rest.first, first != "\\", !rest.contains(".") else {
            return "." + event.text
        }
        return String(String.UnicodeScalarView(rest.map { $0 == "\\" ? "." : $0 }))
    }

    /// Whispers have no `client-`.
    private static func whisper(_ event: EventName) -> String {
        String(event.text.unicodeScalars.dropFirst("client-".unicodeScalars.count))
    }

    private static func quoted(_ text: String) -> String { JavaScriptSnippet.quoted(text) }

    private static func pusher(_ subject: CopySubject) throws(CopyRefusal) -> String {
        "Echo.connector." + (try JavaScriptSnippet.text(for: subject))
    }
}
