import ChannelsBasics

extension FrameCodec {
    /// The data should be an object, but may be a string that contains one.
    static func decodeProtocolRequest(_ envelope: Envelope) throws(FrameError) -> ClientMessage {
        switch envelope.event.text {
        case ProtocolEventName.ping: return .ping
        case ProtocolEventName.pong: return .pong
        case ProtocolEventName.subscribe:
            return .subscribe(try self.channel(in: envelope), try self.authorization(in: envelope))
        case ProtocolEventName.unsubscribe:
            return .unsubscribe(try self.channel(in: envelope))
        case ProtocolEventName.signIn:
            guard let auth = try envelope.text("auth"), let data = try envelope.text("user_data")
            else { throw envelope.malformed("it must contain auth and user_data") }
            return .signIn(auth: auth, userData: data)
        default:
            return .unknown(envelope.event)
        }
    }

    private static func channel(in envelope: Envelope) throws(FrameError) -> ChannelName {
        guard let name = try envelope.text("channel") else {
            throw envelope.malformed("its data contains no channel")
        }
        return ChannelName(wire: name)
    }

    /// Some clients send an empty `auth` for public channels; it counts as none.
    private static func authorization(
        in envelope: Envelope
    ) throws(FrameError) -> ChannelAuthorization? {
        let auth = try envelope.text("auth") ?? ""
        let channelData = try envelope.text("channel_data")
        guard !auth.isEmpty || channelData != nil else { return nil }
        return ChannelAuthorization(auth: auth, channelData: channelData)
    }
}

extension Envelope {
    fileprivate func text(_ key: String) throws(FrameError) -> String? {
        guard let value = self.payload?[key] else { return nil }
        guard let text = value.string else {
            throw self.malformed("\(key) is not a string")
        }
        return text
    }
}

extension ClientMessage {
    /// Here the data is an object, not a string.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .subscribe(let channel, let authorization):
            writer.event(
                ProtocolEventName.subscribe,
                data: { data in
                    data.member("channel", channel.text)
                    authorization?.write(to: &data)
                })
        case .unsubscribe(let channel):
            writer.event(
                ProtocolEventName.unsubscribe,
                data: { data in
                    data.member("channel", channel.text)
                })
        case .signIn(let auth, let userData):
            writer.event(
                ProtocolEventName.signIn,
                data: { data in
                    data.member("auth", auth)
                    data.member("user_data", userData)
                })
        case .ping: writer.event(ProtocolEventName.ping, data: { _ in })
        case .pong: writer.event(ProtocolEventName.pong, data: { _ in })
        case .event(let event): event.write(to: &writer)
        case .unknown(let name): writer.event(name.text, data: { _ in })
        }
    }
}

extension ChannelAuthorization {
    /// Without the shared secret, which never leaves the client.
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("auth", self.auth)
        if let channelData = self.channelData { writer.member("channel_data", channelData) }
    }
}
