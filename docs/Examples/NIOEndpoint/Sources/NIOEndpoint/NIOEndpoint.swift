import NIOCore
import NIOHTTP1
import NIOPosix

/// Serves the endpoint on 127.0.0.1:8081.
@main
struct NIOEndpoint {
    typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    static func main() async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: 8081) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        let port = server.channel.localAddress?.port ?? 0
        print("The endpoint listens on http://127.0.0.1:\(port)/pusher/auth")
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    // A connection that breaks ends alone.
                    group.addTask { try? await self.serve(connection) }
                }
            }
        }
    }

    private static func serve(_ connection: Connection) async throws {
        let endpoint = Endpoint()
        try await connection.executeThenClose { parts, writer in
            var head: HTTPRequestHead?
            var body: [UInt8] = []
            for try await part in parts {
                switch part {
                case .head(let received): (head, body) = (received, [])
                case .body(let bytes):
                    body += bytes.readableBytesView
                    guard body.count <= 16384 else { return }
                case .end:
                    guard let request = head else { return }
                    try await self.write(endpoint.answer(request, body), to: writer)
                    guard request.isKeepAlive else { return }
                }
            }
        }
    }

    private static func write(
        _ answer: (status: HTTPResponseStatus, body: String),
        to writer: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
    ) async throws {
        let type = answer.status == .ok ? "application/json" : "text/plain; charset=utf-8"
        let head = HTTPResponseHead(
            version: .http1_1, status: answer.status,
            headers: ["Content-Type": type, "Content-Length": "\(answer.body.utf8.count)"])
        try await writer.write(
            contentsOf: [
                .head(head), .body(.byteBuffer(ByteBuffer(string: answer.body))), .end(nil),
            ])
    }
}
