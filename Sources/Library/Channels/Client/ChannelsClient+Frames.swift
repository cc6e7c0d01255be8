import ChannelsEventWords
package import ChannelsProtocol
import ChannelsTransport
import Logging

extension ChannelsClient {
    /// The newest frames are kept from now on, for `takeKeptFrames` and `framesAfterKept`.
    package nonisolated func keepFrames() { self.frameTaps.keep() }

    /// The kept frames, each once.
    package nonisolated func takeKeptFrames() -> [FrameRecord] {
        self.frameTaps.takeKept(self.mask)
    }

    /// Records frames from now on, while the source exists.
    /// - Parameter afterKept: whether the source starts with the kept frames. If so, no other
    ///   frames are kept.
    package nonisolated func recordFrames(limit: Int, afterKept: Bool = false) -> FrameSource {
        FrameSource(self.frameTaps, limit: limit, afterKept: afterKept ? self.mask : nil)
    }

    func record(
        _ message: ClientMessage, _ socket: SocketNumber, in outgoing: inout Outgoing
    ) {
        self.log(sent: message)
        guard !self.frameTaps.isEmpty else { return }
        outgoing.frames.append(
            FrameRecord(
                time: outgoing.time, direction: .sent, connection: socket.number,
                content: .text(self.mask.text(of: message))))
    }

    func recordClose(_ socket: SocketNumber, _ code: UInt16?, in outgoing: inout Outgoing) {
        guard !self.frameTaps.isEmpty else { return }
        let content = FrameRecord.Content.close(
            code: code.map(CloseCode.init(rawValue:)), reason: "")
        outgoing.frames.append(
            FrameRecord(
                time: outgoing.time, direction: .sent, connection: socket.number,
                content: content))
    }

    nonisolated func record(_ messages: [WebSocketMessage], _ socket: SocketNumber) {
        self.log(received: messages)
        guard !self.frameTaps.isEmpty else { return }
        let time = self.time.now()
        self.frameTaps.put(messages, at: time, connection: socket.number) {
            messages.flatMap(self.contents).map { content in
                FrameRecord(
                    time: time, direction: .received, connection: socket.number,
                    content: content)
            }
        }
    }

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

extension ChannelsClient {
    private nonisolated func contents(of message: WebSocketMessage) -> [FrameRecord.Content] {
        switch message {
        case .texts(let run): run.texts.map { .text(self.mask.text(of: $0)) }
        case .binary(let bytes): [.binary(count: bytes.count)]
        case .ping: [.ping]
        case .pong: [.pong]
        }
    }
}

extension ChannelsClient {
    /// Client events only by name.
    private func log(sent message: ClientMessage) {
        guard let logger = self.logger else { return }
        let level = self.options.logLevels.level(of: .debug)
        guard level >= logger.logLevel else { return }
        let (text, channel): (String, ChannelName?) =
            switch message {
            case .event(let event):
                ("\(event.name) on \(event.channel?.text ?? "no channel")", event.channel)
            case .subscribe(let channel, _), .unsubscribe(let channel):
                (self.mask.text(of: message), channel)
            case .signIn, .ping, .pong, .unknown:
                (self.mask.text(of: message), nil)
            }
        logger.log(level, safely: "sent \(text)", connection: self.socketID, channel: channel)
    }

    /// Only messages of the protocol: the data of applications is private, and free text may
    /// repeat it.
    private nonisolated func log(received messages: [WebSocketMessage]) {
        guard let logger = self.logger else { return }
        let level = self.options.logLevels.level(of: .debug)
        guard level >= logger.logLevel else { return }
        let connection = self.broadcaster.socketID
        for bytes in messages.texts {
            let frame = FrameCodec.readServerFrame(bytes)
            if case .success(.event) = frame.message { continue }
            let text = frame.privateWords.map { "\($0), \(bytes.count) bytes" }
            logger.log(
                level, safely: "received \(text ?? self.mask.text(of: bytes))",
                connection: connection)
        }
    }
}
