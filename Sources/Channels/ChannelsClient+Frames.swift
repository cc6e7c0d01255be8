internal import ChannelsProtocol
internal import Logging
internal import Transport

/// Frames for inspectors, recordings and the log.
extension ChannelsClient {
    /// Writes down a message that is about to be sent, if somebody wants to know.
    func record(
        _ message: ClientMessage, _ socket: SocketNumber, in outgoing: inout Outgoing
    ) {
        self.logger?.log(sent: message)
        guard !self.frameTaps.isEmpty else { return }
        outgoing.frames.append(
            FrameRecord(
                time: outgoing.time, direction: .sent, connection: socket.number,
                content: .text(SignatureMask.text(of: message))))
    }

    /// Writes down that this side ends a connection, behind what is sent before, if somebody wants
    /// to know.
    func recordClose(_ socket: SocketNumber, _ code: UInt16?, in outgoing: inout Outgoing) {
        guard !self.frameTaps.isEmpty else { return }
        let content = FrameRecord.Content.close(
            code: code.map(CloseCode.init(rawValue:)), reason: "")
        outgoing.frames.append(
            FrameRecord(
                time: outgoing.time, direction: .sent, connection: socket.number,
                content: content))
    }

    /// Writes down messages as they came, if somebody wants to know.
    nonisolated func record(_ messages: [WebSocketMessage], _ socket: SocketNumber) {
        self.logger?.log(received: messages)
        guard !self.frameTaps.isEmpty else { return }
        let time = self.time.now()
        self.frameTaps.put(
            messages.map { message in
                FrameRecord(
                    time: time, direction: .received, connection: socket.number,
                    content: FrameRecord.Content(message))
            })
    }

    /// Writes down one frame, if somebody wants to know.
    nonisolated func record(
        _ content: FrameRecord.Content, _ direction: FrameRecord.Direction, _ socket: SocketNumber
    ) {
        guard !self.frameTaps.isEmpty else { return }
        self.frameTaps.put([
            FrameRecord(
                time: self.time.now(), direction: direction, connection: socket.number,
                content: content)
        ])
    }
}

extension FrameRecord.Content {
    fileprivate init(_ message: WebSocketMessage) {
        switch message {
        case .text(let bytes): self = .text(SignatureMask.text(of: bytes))
        case .binary(let bytes): self = .binary(count: bytes.count)
        case .ping: self = .ping
        case .pong: self = .pong
        }
    }
}

extension Logger {
    /// Logs a message of the protocol that is about to be sent; client events by their names only.
    fileprivate func log(sent message: ClientMessage) {
        guard self.logLevel <= .debug else { return }
        switch message {
        case .event(let event):
            self.log(.debug, safely: "sent \(event.name) on \(event.channel?.text ?? "no channel")")
        case .subscribe, .unsubscribe, .signIn, .ping, .pong, .unknown:
            self.log(.debug, safely: "sent \(SignatureMask.text(of: message))")
        }
    }

    /// Logs the protocol's own messages among those that came; those of applications are not, as
    /// their data is nobody else's business.
    fileprivate func log(received messages: [WebSocketMessage]) {
        guard self.logLevel <= .debug else { return }
        for case .text(let bytes) in messages {
            switch FrameCodec.readServerFrame(bytes).message {
            case .success(.event): continue
            case .success, .failure:
                self.log(.debug, safely: "received \(SignatureMask.text(of: bytes))")
            }
        }
    }
}
