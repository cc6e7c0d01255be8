import ChannelsProtocol
import ChannelsTransport
import NIOCore

/// Reads a copy of what passes through a connection, in both directions. It never slows it down.
struct LinkObserver {
    struct Output {
        var news: [ProxiedClients.News] = []
        var end: LinkEnd?
    }

    private static let limits = WebSocketLimits(messageBytes: 4 << 20)

    private var received = WebSocketDecoder(role: .client, limits: Self.limits)
    private var sent = WebSocketDecoder(role: .server, limits: Self.limits)

    mutating func receives(_ buffer: ByteBuffer) -> Output {
        var decoded = WebSocketDecoder.Output()
        buffer.withUnsafeReadableBytes { self.received.decode($0, into: &decoded) }
        var output = Output()
        for message in decoded.messages {
            switch message {
            case .texts(let run): output.news.append(.received(run.bytes, run.frames))
            case .binary(let bytes): output.news.append(.binary(bytes.count))
            case .ping: output.news.append(.control(isPing: true, isSent: false))
            case .pong: output.news.append(.control(isPing: false, isSent: false))
            }
        }
        switch decoded.end {
        case .close(let code, let reason):
            output.end = .closedByServer(
                code.map(CloseCode.init(rawValue:)), reason: SecretMask().text(reason))
        case .violation(let violation):
            output.news.append(
                .unreadable("Invalid data from the server: \(violation.reason)."))
        case nil: break
        }
        return output
    }

    mutating func sends(_ buffer: ByteBuffer) -> Output {
        var decoded = WebSocketDecoder.Output()
        buffer.withUnsafeReadableBytes { self.sent.decode($0, into: &decoded) }
        var output = Output()
        for message in decoded.messages {
            switch message {
            case .texts(let run): output.news += run.texts.map { .sent($0) }
            case .binary(let bytes):
                output.news.append(
                    .unreadable("The client sent a binary message of \(bytes.count) bytes."))
            case .ping: output.news.append(.control(isPing: true, isSent: true))
            case .pong: output.news.append(.control(isPing: false, isSent: true))
            }
        }
        switch decoded.end {
        case .close(let code, _): output.end = .closedByClient(code.map(CloseCode.init(rawValue:)))
        case .violation(let violation):
            output.news.append(
                .unreadable("Invalid data from the client: \(violation.reason)."))
        case nil: break
        }
        return output
    }
}
