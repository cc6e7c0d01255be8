import BuoyTestBasics
import Foundation
import Glibc
import Synchronization

@testable import ChannelsTransport

/// A Channels server that says what a test wants said, byte for byte. It runs on threads of its
/// own, as the tests of the program hold theirs while they wait for a screen.
final class PlayedServer: Sendable {
    /// What it does by itself.
    struct Script: Sendable {
        /// Seconds of silence after which the client is to ping.
        var activityTimeout = 120
        /// Who is on presence channels: an identifier and JSON each.
        var members: [(id: String, info: String)] = []
        /// Answers a request for authorization: by the channel, a status and a body.
        var authorize: @Sendable (String) -> (status: Int, body: [UInt8]) = { channel in
            let data = #"{\"user_id\":\"me\"}"#
            return (200, Array(#"{"auth":"k:00","channel_data":"\#(data)"}"#.utf8))
        }
        /// What the server calls a new connection.
        var socketID = "1.1"
        /// The data of an error that comes instead of an established connection, which stays open.
        var refusal: String?
        /// The only origin that it accepts; `nil` for any.
        var allowedOrigin: String?
        /// Further headers of the answer to the handshake, each with its line break.
        var headers = ""
        /// How many messages of a connection it accepts, as Laravel Reverb does.
        var messageLimit: Int?
    }

    private struct State {
        var connections: [Int32] = []
        var received: [String] = []
        var accepted = 0
        var authorizations: [Authorization] = []
    }

    /// A request for an authorization.
    struct Authorization: Sendable {
        let header: String?
        let body: String
    }

    let port: Int
    private let listener: Int32
    private let script: Script
    private let state = Mutex(State())

    /// Writes a configuration with two servers, called `one` and `two`.
    ///
    /// - Returns: its path.
    static func configuration(
        of servers: [PlayedServer], each line: String = "", rules: String = "",
        in folder: TestFolder
    ) throws -> String {
        let tables = zip(["one", "two"], servers).map { name, server in
            """
            [servers.\(name)]
            host = "127.0.0.1"
            port = \(server.port)
            key = "k"
            tls = false
            \(line)

            """
        }
        try folder.write(tables.joined() + rules, to: "config.toml")
        return folder.file("config.toml")
    }

    init(_ script: Script = Script()) throws {
        self.script = script
        self.listener = Glibc.socket(
            AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = self.listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(listener, $0, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        self.port = Int(UInt16(bigEndian: address.sin_port))
        guard isBound else { throw PlayedServerError.notBound(errno) }
        Thread.detachNewThread { [weak self] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0, let server = self else {
                    Glibc.close(socket)
                    return
                }
                Thread.detachNewThread { server.serve(socket) }
            }
        }
    }

    deinit {
        shutdown(self.listener, Int32(SHUT_RDWR))
        Glibc.close(self.listener)
    }

    /// Ends everything: nobody can connect any more, and who is connected is not.
    func stop() {
        shutdown(self.listener, Int32(SHUT_RDWR))
        self.state.withLock { for socket in $0.connections { shutdown(socket, Int32(SHUT_RDWR)) } }
    }

    /// Ends the connections; who connects again is welcome.
    func loseConnections() {
        self.state.withLock { for socket in $0.connections { shutdown(socket, Int32(SHUT_RDWR)) } }
    }

    /// The messages that came, in order.
    var received: [String] { self.state.withLock { $0.received } }

    /// The requests for an authorization, in order.
    var authorizations: [Authorization] { self.state.withLock { $0.authorizations } }

    /// How many connections were opened.
    var connectionCount: Int { self.state.withLock { $0.accepted } }

    /// Sends a string frame to everyone. What is not UTF-8 goes out as it is.
    func send(_ text: [UInt8]) { self.sendFrame(0x81, text) }

    func send(_ text: String) { self.send(Array(text.utf8)) }

    /// Sends an event whose data is a string; to one connection only, or to all.
    func send(_ event: String, on channel: String?, data: String, to socket: Int32? = nil) {
        let place = channel.map { #","channel":\#(Self.json($0))"# } ?? ""
        let text = #"{"event":\#(Self.json(event))\#(place),"data":\#(Self.json(data))}"#
        self.sendFrame(0x81, Array(text.utf8), to: socket)
    }

    /// Closes the connections with a code and a reason.
    func close(code: UInt16, reason: [UInt8]) {
        self.sendFrame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason.prefix(123))
    }

    /// A string as JSON writes it.
    static func json(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }

    private func sendFrame(_ opcode: UInt8, _ payload: [UInt8], to socket: Int32? = nil) {
        var frame = [opcode]
        switch payload.count {
        case ..<126: frame.append(UInt8(payload.count))
        case ..<65_536: frame += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            frame.append(127)
            frame += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        let sockets = socket.map { [$0] } ?? self.state.withLock { $0.connections }
        for socket in sockets { Self.write(frame + payload, socket) }
    }

    private static func write(_ bytes: [UInt8], _ socket: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

extension PlayedServer {
    private func serve(_ socket: Int32) {
        defer {
            self.state.withLock { $0.connections.removeAll { $0 == socket } }
            Glibc.close(socket)
        }
        var input = PlayedInput(socket)
        guard let head = input.head() else { return }
        guard let key = head.header("Sec-WebSocket-Key") else {
            self.answer(head, input.bytes(Int(head.header("Content-Length") ?? "") ?? 0), socket)
            return
        }
        var answer =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: \(WebSocketKey.accept(for: key))\r\n"
        if let protocols = head.header("Sec-WebSocket-Protocol") {
            answer += "Sec-WebSocket-Protocol: \(protocols)\r\n"
        }
        answer += self.script.headers
        Self.write(Array((answer + "\r\n").utf8), socket)
        self.state.withLock {
            $0.connections.append(socket)
            $0.accepted += 1
        }
        if let refusal = self.refusal(origin: head.header("Origin")) {
            self.send("pusher:error", on: nil, data: refusal, to: socket)
            while input.frame() != nil {}
            return
        }
        self.send(
            "pusher:connection_established", on: nil,
            data: #"{"socket_id":\#(Self.json(self.script.socketID)),"#
                + #""activity_timeout":\#(self.script.activityTimeout)}"#, to: socket)
        var messages = 0
        while let frame = input.frame() {
            if frame.opcode == 8 { self.sendFrame(0x88, frame.payload, to: socket) }
            guard frame.opcode == 1 else { return }
            let text = String(decoding: frame.payload, as: UTF8.self)
            self.state.withLock { $0.received.append(text) }
            messages += 1
            if messages > self.script.messageLimit ?? .max {
                let error = #"{"code":4301,"message":"Rate limit exceeded"}"#
                self.send("pusher:error", on: nil, data: error, to: socket)
            } else {
                self.react(to: frame.payload, socket)
            }
        }
    }

    /// The data of the error that refuses a client with this origin; `nil` if it is accepted.
    private func refusal(origin: String?) -> String? {
        guard let allowed = self.script.allowedOrigin, origin != allowed else {
            return self.script.refusal
        }
        return #"{"code":4009,"message":"Origin not allowed"}"#
    }

    private func react(to message: [UInt8], _ socket: Int32) {
        let object = (try? JSONSerialization.jsonObject(with: Data(message))) as? [String: Any]
        switch object?["event"] as? String {
        case "pusher:ping": self.send("pusher:pong", on: nil, data: "{}", to: socket)
        case "pusher:subscribe":
            let data = object?["data"] as? [String: Any]
            guard let channel = data?["channel"] as? String else { return }
            self.send(
                "pusher_internal:subscription_succeeded", on: channel,
                data: channel.hasPrefix("presence-") ? self.presence : "{}", to: socket)
        default: break
        }
    }

    private var presence: String {
        let members = self.script.members + [("me", "{}")]
        let ids = members.map { Self.json($0.id) }.joined(separator: ",")
        let hash = members.map { "\(Self.json($0.id)):\($0.info)" }.joined(separator: ",")
        return #"{"presence":{"count":\#(members.count),"ids":[\#(ids)],"hash":{\#(hash)}}}"#
    }

    private func answer(_ head: PlayedInput.Head, _ body: [UInt8], _ socket: Int32) {
        let fields = String(decoding: body, as: UTF8.self).split(separator: "&")
        let channel = fields.first { $0.hasPrefix("channel_name=") }?.dropFirst(13) ?? ""
        self.state.withLock {
            $0.authorizations.append(
                Authorization(
                    header: head.header("Authorization"),
                    body: String(decoding: body, as: UTF8.self)))
        }
        let answer = self.script.authorize(channel.removingPercentEncoding ?? "")
        Self.write(
            Array(
                ("HTTP/1.1 \(answer.status) Answer\r\nContent-Length: \(answer.body.count)\r\n"
                    + "Connection: close\r\n\r\n").utf8) + answer.body, socket)
        shutdown(socket, Int32(SHUT_WR))
        Self.waitForEnd(of: socket)
    }

    /// Waits for the peer's end, so that nothing of the answer is lost.
    private static func waitForEnd(of socket: Int32) {
        var bytes = [UInt8](repeating: 0, count: 256)
        while recv(socket, &bytes, bytes.count, 0) > 0 {}
    }
}

enum PlayedServerError: Error {
    case notBound(Int32)
}
