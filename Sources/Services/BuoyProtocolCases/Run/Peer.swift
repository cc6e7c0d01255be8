import BuoyRecordingFiles
import ChannelsProtocol
import ChannelsTransport
import Synchronization

/// What a connection received.
enum PeerInput: Hashable, Sendable {
    case text(String)
    case other
    case closed(code: Int?, reason: String)
}

/// One connection of a case: what it sends and receives is traced.
final class Peer: Sendable {
    let inbox = Inbox<PeerInput>()
    private let connection: any WebSocketConnection
    private let trace: Trace
    private let number: Int
    /// Whether the peer is a client, whose messages are therefore the sent ones.
    let isClient: Bool
    private let answer: @Sendable (String) -> [String]

    /// - Parameter answer: the messages that are sent at once in response to a message.
    init(
        _ connection: any WebSocketConnection, _ trace: Trace, _ link: CaseTrace.Link,
        isClient: Bool = false, answer: @escaping @Sendable (String) -> [String] = { _ in [] }
    ) {
        self.connection = connection
        self.trace = trace
        self.number = trace.add(link)
        self.isClient = isClient
        self.answer = answer
    }

    /// Returns at the end of the connection.
    func read() async {
        while true {
            switch await self.connection.receive() {
            case .messages(let messages):
                for message in messages { await self.read(message) }
            case .closed(let closure):
                let code = closure.code.map { Int($0) }
                self.note(.close(code: closure.code, reason: closure.reason), isOurs: false)
                return await self.inbox.put(.closed(code: code, reason: closure.reason))
            }
        }
    }

    private func read(_ message: WebSocketMessage) async {
        switch message {
        case .texts(let run):
            for bytes in run.texts {
                self.note(self.masked(bytes, isOurs: false), isOurs: false)
                let text = String(decoding: bytes, as: UTF8.self)
                for reply in self.answer(text) { self.send(reply) }
                await self.inbox.put(.text(text))
            }
        case .binary(let bytes):
            self.note(.binary(count: bytes.count), isOurs: false)
            await self.inbox.put(.other)
        case .ping:
            self.note(.ping, isOurs: false)
            await self.inbox.put(.text(Self.pingMark))
        case .pong:
            self.note(.pong, isOurs: false)
            await self.inbox.put(.text(Self.pongMark))
        }
    }

    /// How control frames appear in patterns.
    static let pongMark = #"{"frame":"pong"}"#
    static let pingMark = #"{"frame":"ping"}"#

    /// A connection that has ended sends nothing, which the next step notices.
    func send(_ text: String) {
        let bytes = Array(text.utf8)
        self.note(self.masked(bytes, isOurs: true), isOurs: true)
        try? self.connection.send([bytes])
    }

    func send(frame opcode: WebSocketOpcode, isFinal: Bool, _ payload: [UInt8]) {
        self.note(.binary(count: payload.count), isOurs: true)
        try? (self.connection as? any RawFrameConnection)?.send(
            frame: opcode, isFinal: isFinal, payload)
    }

    func ping() {
        self.note(.ping, isOurs: true)
        try? self.connection.ping([1])
    }

    /// - Parameter code: `nil` ends TCP without a close frame.
    func close(_ code: UInt16?, reason: String = "") async {
        self.note(.close(code: code, reason: reason), isOurs: true)
        await self.connection.close(code: code, reason: reason, timeLimit: .seconds(1))
    }

    func fallSilent() async {
        await (self.connection as? any ServerWebSocketConnection)?.stopResponding()
    }

    private func masked(_ bytes: [UInt8], isOurs: Bool) -> RecordedFrame.Content {
        let isSent = isOurs != self.isClient
        return .text(isSent ? SecretMask().text(ofSent: bytes) : SecretMask().text(of: bytes))
    }

    private func note(_ content: RecordedFrame.Content, isOurs: Bool) {
        self.trace.add(content, isSent: isOurs != self.isClient, connection: self.number)
    }
}
