@testable import ChannelsTransport

/// Asks the suite's server how many cases there are, echoes in each, and lets it write its report.
struct SuiteClient {
    let port: Int

    func runAllCases() async throws {
        let first = try await self.connect("/getCaseCount").receive()
        guard case .messages(let messages) = first, let text = messages.texts.first,
            let count = Int(String(decoding: text, as: UTF8.self))
        else { throw SuiteError.noCases }
        for number in 1...count {
            try await self.connect("/runCase?case=\(number)&agent=buoy").echo(as: .client)
        }
        try await self.connect("/updateReports?agent=buoy").echo(as: .client)
        print("\(count) cases")
    }

    private func connect(
        _ target: String
    ) async throws -> any WebSocketConnection {
        try await NIOWebSocketConnector().connect(
            to: WebSocketEndpoint(
                HTTPOrigin(host: "127.0.0.1", port: self.port), target: target,
                limits: AutobahnTests.limits)
        ) { _ in }
    }
}

enum SuiteError: Error {
    case noCases
}
