import ChannelsTransport
import Foundation
import Synchronization

/// A server on which no connection lasts: each ends in the next of all ways.
///
/// A connection that is established is ended when its client has subscribed to everything and
/// pings: so the client has seen all confirmations by then.
final class FlappingServer: ServerHandler {
    /// The first argument of a process that flaps.
    static let argument = "flap"

    private struct State {
        var accepted = 0
        var fates: [String: ConnectionFate] = [:]
    }

    private let state = Mutex(State())

    func accept(from peer: String) async -> AcceptDecision {
        let fate = self.state.withLock { state in
            let fates = ConnectionFate.sequence
            let fate = fates[state.accepted % fates.count]
            state.accepted += 1
            state.fates[peer] = fate
            return fate
        }
        return fate == .refused ? .end : fate == .ignored ? .ignore : .serve
    }

    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        HTTPResponse(status: 404)
    }

    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision {
        switch self.fate(of: peer) {
        case .unavailable: return .refuse(HTTPResponse(status: 503))
        case .noUpgrade:
            // Until the client has left.
            try? await Task.sleep(for: .seconds(60))
            return .refuse(HTTPResponse(status: 503))
        default: return .accept(subprotocol: nil)
        }
    }

    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async {
        let fate = self.fate(of: connection.details.remoteAddress)
        if fate == .cut { return await connection.close(code: nil, reason: "", timeLimit: .zero) }
        if fate == .mute { await connection.stopResponding() }
        let hello =
            #"{"event":"pusher:connection_established","data":"#
            + #""{\"socket_id\":\"1.1\",\"activity_timeout\":120}"}"#
        try? connection.send([Array(hello.utf8)])
        while case .messages(let messages) = await connection.receive() {
            for bytes in messages.texts {
                let text = String(decoding: bytes, as: UTF8.self)
                if text.contains("pusher:ping") {
                    await Self.end(connection, fate)
                } else if let answer = Self.confirmation(of: text) {
                    try? connection.send([answer])
                }
            }
        }
    }

    private func fate(of peer: String) -> ConnectionFate {
        self.state.withLock { $0.fates[peer] } ?? .fin
    }

    private static func end(
        _ connection: any ServerWebSocketConnection, _ fate: ConnectionFate
    ) async {
        switch fate {
        case .rst: await connection.abort()
        case .silence: await connection.stopResponding()
        default:
            await connection.close(code: fate.closeCode, reason: "", timeLimit: .seconds(1))
        }
    }

    private static func confirmation(of message: String) -> [UInt8]? {
        guard message.contains("pusher:subscribe"),
            let start = message.range(of: #""channel":""#),
            let end = message[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return Array(
            (#"{"event":"pusher_internal:subscription_succeeded","channel":""#
                + message[start.upperBound..<end] + #"","data":"{}"}"#).utf8)
    }
}
