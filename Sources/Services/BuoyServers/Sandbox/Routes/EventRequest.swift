import ChannelsProtocol

struct EventRequest: Hashable, Sendable {
    let publication: Publication
    let info: [ChannelAttribute]

    /// - Parameter json: `{name, data, channels or channel, socket_id?, info?}`
    init(_ json: JSONValue, limits: SandboxLimits) throws(RouteRefusal) {
        guard let fields = json.objectValue else {
            throw .badRequest("The event must be a JSON object")
        }
        let name = try Self.text("name", in: fields)
        guard name.unicodeScalars.count <= EventName.lengthLimit else {
            throw .badRequest("Event names may have at most \(EventName.lengthLimit) characters")
        }
        let data = try Self.text("data", in: fields, mayBeEmpty: true)
        guard data.utf8.count <= limits.eventData else { throw .tooLarge(limit: limits.eventData) }
        self.publication = Publication(
            event: EventName(name), channels: try Self.channels(in: fields, limits),
            data: EventData(data), excluding: try Self.socketID(in: fields))
        self.info = try ChannelAttribute.list(fields["info"]?.stringValue ?? "")
    }

    private static func text(
        _ key: String, in fields: JSONValue.Object, mayBeEmpty: Bool = false
    ) throws(RouteRefusal) -> String {
        guard let value = fields[key] else {
            throw .badRequest("Missing required parameter: \(key)")
        }
        guard let text = value.stringValue, mayBeEmpty || !text.isEmpty else {
            throw .badRequest("\(key) must be a string\(mayBeEmpty ? "" : " that is not empty")")
        }
        return text
    }

    private static func channels(
        in fields: JSONValue.Object, _ limits: SandboxLimits
    ) throws(RouteRefusal) -> [ChannelName] {
        let listed = fields["channels"]?.arrayValue ?? fields["channel"].map { [$0] } ?? []
        guard !listed.isEmpty else { throw .badRequest("Missing required parameter: channels") }
        guard listed.count <= limits.channelsPerRequest else {
            throw .badRequest(
                "An event can be sent to at most \(limits.channelsPerRequest) channels")
        }
        var channels: [ChannelName] = []
        for value in listed { channels.append(try Self.channel(value)) }
        // Each channel has its own key, so one cipher text cannot serve two.
        guard channels.count == 1 || !channels.contains(where: \.kind.isEncrypted) else {
            throw .badRequest("An event for an encrypted channel can be sent to that channel only")
        }
        return channels
    }

    private static func channel(_ value: JSONValue) throws(RouteRefusal) -> ChannelName {
        guard let text = value.stringValue else {
            throw .badRequest("Channel names must be strings")
        }
        let prefix = ChannelName.serverToUserPrefix
        let checked = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        do { _ = try ChannelName(checked) } catch { throw .badRequest(error.description) }
        return ChannelName(wire: text)
    }

    private static func socketID(in fields: JSONValue.Object) throws(RouteRefusal) -> SocketID? {
        guard let value = fields["socket_id"], !value.isNull else { return nil }
        guard let id = value.stringValue.flatMap(SocketID.init) else {
            throw .badRequest("Invalid socket_id: \(value.compactText)")
        }
        return id
    }
}

extension RouteRefusal {
    static func tooLarge(limit: Int) -> RouteRefusal {
        RouteRefusal(
            status: 413,
            text: "The data content of this event exceeds the allowed maximum (\(limit) bytes)")
    }
}
