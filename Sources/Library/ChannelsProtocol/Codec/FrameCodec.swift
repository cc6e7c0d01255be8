import ChannelsBasics

/// Reads and writes protocol 7 as JSON text.
///
/// Reading accepts what any known server writes: data as JSON or as a string of JSON, ids as
/// strings or numbers, missing data. Writing follows the hosted service and its clients.
package enum FrameCodec {
    /// - Throws: `FrameError` if it is no message, or an unusable protocol event. Application
    ///   events are never refused because of their data.
    package static func decodeServerMessage(
        _ frame: [UInt8]
    ) throws(FrameError) -> ServerMessage {
        let envelope = try Envelope(frame)
        guard envelope.event.isProtocolEvent else { return .event(ChannelsEvent(envelope)) }
        return try self.decodeProtocolEvent(envelope)
    }

    /// For a client's state machine. A message that cannot be read is returned as a value.
    package static func readServerFrame(_ frame: [UInt8]) -> ReceivedFrame {
        do throws(FrameError) {
            let envelope = try Envelope(frame)
            guard envelope.event.isProtocolEvent else {
                return ReceivedFrame(.success(.event(ChannelsEvent(envelope))))
            }
            let message = try self.decodeProtocolEvent(envelope)
            var received = ReceivedFrame(.success(message), traits: envelope.traits)
            if message.isTrouble { received.frame = self.start(of: frame) }
            return received
        } catch {
            let frame = error.mayHoldSignature ? nil : self.start(of: frame)
            return ReceivedFrame(.failure(error), frame: frame)
        }
    }

    private static func start(of frame: [UInt8]) -> [UInt8] {
        Array(frame.prefix(ReceivedFrame.readLimit))
    }

    /// - Throws: `FrameError` also for an event that clients may not send.
    package static func decodeClientMessage(
        _ frame: [UInt8]
    ) throws(FrameError) -> ClientMessage {
        let envelope = try Envelope(frame)
        if envelope.event.isClientEvent { return .event(ChannelsEvent(fromClient: envelope)) }
        guard envelope.event.isProtocolEvent else {
            throw envelope.malformed("clients may send only events whose names start with client-")
        }
        return try self.decodeProtocolRequest(envelope)
    }

    package static func encode(_ message: ClientMessage) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in message.write(to: &writer) }
        return writer.bytes
    }

    package static func encode(_ message: ServerMessage) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in message.write(to: &writer) }
        return writer.bytes
    }
}

extension ChannelsEvent {
    init(_ envelope: Envelope) {
        self.init(
            name: envelope.event, channel: envelope.channel,
            data: EventData(counting: envelope.data),
            userID: envelope.userID
        )
    }

    /// The sender is not taken from the client: the server knows it.
    init(fromClient envelope: Envelope) {
        self.init(
            name: envelope.event, channel: envelope.channel, data: EventData(envelope.data))
    }

    func write(to writer: inout JSONWriter) {
        writer.key("event")
        writer.string(self.name.text)
        if let channel = self.channel {
            writer.key("channel")
            writer.string(channel.text)
        }
        if !self.data.isAbsent {
            writer.key("data")
            writer.raw(self.data.rawJSON)
        }
        if let userID = self.userID {
            writer.key("user_id")
            writer.string(userID.text)
        }
    }
}
