import ChannelsBasics

/// Where a client must connect, and what it must do.
package struct ClientPlace: Hashable, Sendable {
    package let port: Int
    package let channels: [String]

    package init(port: Int, channels: [String]) {
        self.port = port
        self.channels = channels
    }

    package var key: String { ClientHost.key }
    package var authURL: String { "http://127.0.0.1:\(self.port)/pusher/auth" }

    /// The variables that an adapter reads.
    package var variables: [(name: String, value: String)] {
        [
            ("BUOY_CONFORM_HOST", "127.0.0.1"), ("BUOY_CONFORM_PORT", String(self.port)),
            ("BUOY_CONFORM_KEY", self.key), ("BUOY_CONFORM_AUTH", self.authURL),
            ("BUOY_CONFORM_CHANNELS", self.channels.joined(separator: ",")),
        ]
    }

    /// Runs a command with these variables until the task is cancelled.
    ///
    /// - Returns: what went wrong; `nil` if it was stopped.
    package func run(_ words: [String]) async -> String? {
        let variables = self.variables.map { "\($0.name)=\($0.value)" }
        let result = await ChildProcess.run(
            ["env"] + variables + words, input: [], limit: .seconds(600))
        switch result {
        case .success: return "it ended by itself"
        case .failure(.cancelled): return nil
        case .failure(let problem): return problem.description
        }
    }
}
