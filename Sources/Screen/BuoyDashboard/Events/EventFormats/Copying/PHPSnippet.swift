import ChannelsBasics
import ChannelsProtocol

/// The client of pusher-php-server is called `$pusher`.
enum PHPSnippet {
    static func text(for subject: CopySubject) throws(CopyRefusal) -> String {
        switch subject {
        case .event(let event):
            switch event.kind {
            case .received(let sent), .triggered(let sent), .clientEventQueued(let sent):
                return try self.client + self.publishing(sent)
            default: throw .onlyEvents
            }
        case .channel(let name), .member(_, of: let name): return try self.asking(about: name)
        case .binding(let binding): return try self.methods(binding)
        case .node: throw .onlyWholeEvents(as: "PHP")
        }
    }

    /// What a Laravel app wrote to broadcast the event: the class or what `broadcastAs` returns,
    /// and the channel. `nil` if no app can have broadcast it.
    static func origin(of event: ChannelsEvent) -> String? {
        guard let channel = event.channel, !channel.isServerToUser, !event.name.isProtocolEvent,
            !event.name.isClientEvent
        else { return nil }
        let place = " on \(LaravelChannel(channel).expression)"
        return self.isClass(event.name)
            ? event.name.text + place
            : "broadcastAs \(PHPLiteral.text(event.name.text))" + place
    }

    /// In `php artisan tinker` there is no client yet.
    private static let client = "$pusher ??= Broadcast::connection()->getPusher();\n"

    /// The data is a string already, as it was on the way.
    private static func publishing(_ event: ChannelsEvent) throws(CopyRefusal) -> String {
        guard let channel = event.channel else { throw .noChannel }
        let name = PHPLiteral.text(event.name.text)
        let data = PHPLiteral.text(event.data.text)
        guard channel.isServerToUser else {
            return "$pusher->trigger(\(PHPLiteral.text(channel.text)), \(name), \(data), [], true);"
        }
        let prefix = ChannelName.serverToUserPrefix.unicodeScalars.count
        let user = String(channel.text.unicodeScalars.dropFirst(prefix))
        return "$pusher->sendToUser(\(PHPLiteral.text(user)), \(name), \(data), true);"
    }

    private static func asking(about channel: ChannelName) throws(CopyRefusal) -> String {
        let name = PHPLiteral.text(try CopyRefusal.checked(channel, .unknownToHTTPAPI).text)
        return self.client
            + (channel.kind.hasMembers
                ? "$pusher->getPresenceUsers(\(name));" : "$pusher->getChannelInfo(\(name));")
    }

    private static func methods(_ binding: EventBinding) throws(CopyRefusal) -> String {
        guard let event = binding.event, let channel = binding.channel, !binding.isForUser,
            !event.isClientEvent, !event.isProtocolEvent
        else {
            throw CopyRefusal("Only a binding to a named event on a channel has a Laravel event.")
        }
        let on =
            "public function broadcastOn(): array "
            + "{ return [new \(LaravelChannel(channel).expression)]; }"
        guard !self.isClass(event) else { return "// class \(event.text)\n\(on)" }
        let name = PHPLiteral.text(event.text)
        return "\(on)\npublic function broadcastAs(): string { return \(name); }"
    }

    /// A class in a namespace, so not given by `broadcastAs`.
    private static func isClass(_ event: EventName) -> Bool {
        let parts = event.text.utf8.split(
            separator: UInt8(ascii: "\\"), omittingEmptySubsequences: false)
        return parts.count > 1
            && parts.allSatisfy { part in
                guard let first = part.first, !first.isASCIIDigit else { return false }
                return part.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
            }
    }
}
