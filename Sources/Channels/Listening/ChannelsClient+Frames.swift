internal import ChannelsProtocol
internal import Logging
internal import Transport

/// Frames for inspectors, recordings and the log.
extension ChannelsClient {
    /// The frames of the connection, in both directions, in batches. Signatures are masked.
    public nonisolated var frames: Frames { self.frames(limit: 100_000) }

    /// The frames, with a bound of one's own on the batches that wait.
    package nonisolated func frames(limit: Int) -> Frames { Frames(self.frameTaps, limit: limit) }

    /// Logs a message that is about to be sent, and records it while frames are read.
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

    /// Records, while frames are read, that this side closes a connection, after the messages before
    /// it.
    func recordClose(_ socket: SocketNumber, _ code: UInt16?, in outgoing: inout Outgoing) {
        guard !self.frameTaps.isEmpty else { return }
        let content = FrameRecord.Content.close(
            code: code.map(CloseCode.init(rawValue:)), reason: "")
        outgoing.frames.append(
            FrameRecord(
                time: outgoing.time, direction: .sent, connection: socket.number,
                content: content))
    }

    /// Logs messages as they came, and records them while frames are read.
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

    /// Records one frame while frames are read.
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
    /// their data is private.
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
