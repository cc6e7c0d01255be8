@testable import ChannelsTransport

/// Accepts every WebSocket, and echoes what comes on it.
struct EchoHandler: ServerHandler {
    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        HTTPResponse(status: 404)
    }

    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision {
        .accept(subprotocol: nil)
    }

    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async {
        await connection.echo(as: .server)
    }
}
