package import ArgumentParser
package import Channels

/// The arguments for timeouts and limits.
package struct TimingArguments: ParsableArguments {
    /// The title of the group in the help, and of `ReconnectionArguments` before it.
    package static let title = "Times and reconnection"

    @Option(
        name: .customLong("activity-timeout"),
        help: ArgumentHelp("Send a ping after this much silence (120).", valueName: "seconds"))
    package var activityTimeout: Int?

    @Option(
        name: .customLong("pong-timeout"),
        help: ArgumentHelp(
            "Drop the connection if a ping is not answered within this time (30).",
            valueName: "seconds"))
    package var pongTimeout: Int?

    @Option(
        name: .customLong("unavailable-timeout"),
        help: ArgumentHelp(
            "Report the server as unavailable after this long without success (10).",
            valueName: "seconds"))
    package var unavailableTimeout: Int?

    @Option(
        name: .customLong("client-event-limit"),
        help: ArgumentHelp(
            "The maximum number of client events per second (10); off for no limit.",
            valueName: "number"))
    package var clientEventLimit: String?

    package init() {}

    package func validate() throws {
        try ReconnectionArguments.check(
            self.activityTimeout, "--activity-timeout", 1...86_400, " seconds")
        try ReconnectionArguments.check(self.pongTimeout, "--pong-timeout", 1...86_400, " seconds")
        try ReconnectionArguments.check(
            self.unavailableTimeout, "--unavailable-timeout", 1...86_400, " seconds")
        _ = try self.parsedClientEventLimit()
    }

    /// Sets the client's options from the arguments.
    package func apply(to options: inout ChannelsOptions) throws {
        if let seconds = self.activityTimeout { options.activityTimeout = .seconds(seconds) }
        if let seconds = self.pongTimeout { options.pongTimeout = .seconds(seconds) }
        if let seconds = self.unavailableTimeout { options.unavailableTimeout = .seconds(seconds) }
        if let limit = try self.parsedClientEventLimit() { options.clientEventLimit = limit.number }
    }

    // MARK: Client events

    /// The limit on client events per second.
    private struct EventLimit {
        /// `nil` for no limit.
        var number: Int?
    }

    /// - Returns: `nil` if the argument was not given.
    private func parsedClientEventLimit() throws -> EventLimit? {
        guard let text = self.clientEventLimit else { return nil }
        if text == "off" { return EventLimit(number: nil) }
        guard let number = Int(text), (1...1_000_000).contains(number) else {
            throw ValidationError("--client-event-limit must be between 1 and 1000000, or off.")
        }
        return EventLimit(number: number)
    }
}
