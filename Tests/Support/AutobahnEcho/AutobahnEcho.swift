import Foundation

@testable import ChannelsTransport

/// Sends back what Autobahn's test suite sends, over the transport of this project: as the server
/// that the suite's client tries, or as the client that its server tries.
///
///     AutobahnEcho server PORT
///     AutobahnEcho client PORT
@main
struct AutobahnEcho {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let port = arguments.last.flatMap(Int.init) else {
            return Self.refuse()
        }
        switch arguments.first {
        case "server": try await Self.serve(port: port)
        case "client": try await SuiteClient(port: port).runAllCases()
        default: Self.refuse()
        }
    }

    /// The largest messages of the suite have 16 MiB, in as many as 262,144 fragments.
    static let limits = WebSocketLimits(
        messageBytes: 1 << 24, fragments: 1 << 18, waitingBytes: 1 << 25, unsentBytes: 1 << 26)

    private static func serve(port: Int) async throws {
        let server = try await NIOServer.listen(
            address: "127.0.0.1", port: port, limits: Self.limits, handler: EchoHandler())
        print("listening on port \(server.port)")
        fflush(nil)
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    private static func refuse() {
        print("Usage: AutobahnEcho server PORT | client PORT")
        exit(64)
    }
}
