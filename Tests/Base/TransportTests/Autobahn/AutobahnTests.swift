import Foundation
import Testing

@testable import ChannelsTransport

/// Echoes the messages of the Autobahn suite, which runs beside it: see CONTRIBUTING.md.
@Suite("Autobahn")
struct AutobahnTests {
    /// The largest messages of the suite have 16 MiB, in as many as 262,144 fragments.
    static let limits = WebSocketLimits(
        messageBytes: 1 << 24, fragments: 1 << 18, waitingBytes: 1 << 25, unsentBytes: 1 << 26)

    private static func port(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
    }

    @Test(
        "the suite's client is answered, until this is interrupted",
        .enabled(if: port("AUTOBAHN_SERVER") != nil, "AUTOBAHN_SERVER=PORT"))
    func server() async throws {
        let server = try await NIOServer.listen(
            address: "127.0.0.1", port: try #require(Self.port("AUTOBAHN_SERVER")),
            limits: Self.limits, handler: EchoHandler())
        print("listening on port \(server.port)")
        try await Task.sleep(for: .seconds(86_400))
    }

    @Test(
        "all cases of the suite's server are run",
        .enabled(if: port("AUTOBAHN_CLIENT") != nil, "AUTOBAHN_CLIENT=PORT"))
    func client() async throws {
        try await SuiteClient(port: try #require(Self.port("AUTOBAHN_CLIENT"))).runAllCases()
    }
}
