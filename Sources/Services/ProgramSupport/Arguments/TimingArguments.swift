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
            """
            Report the server as unavailable after this long without success (10); off for never, so \
            that buoy tail waits for its server.
            """,
            valueName: "seconds"))
    package var unavailableTimeout: String?

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
        _ = try self.parsedUnavailableTimeout()
        _ = try self.parsedClientEventLimit()
    }

    /// Sets the client's options from the arguments.
    package func apply(to options: inout ChannelsOptions) throws {
        if let seconds = self.activityTimeout { options.activityTimeout = .seconds(seconds) }
        if let seconds = self.pongTimeout { options.pongTimeout = .seconds(seconds) }
        if let time = try self.parsedUnavailableTimeout() { options.unavailableTimeout = time }
        if let limit = try self.parsedClientEventLimit() { options.clientEventLimit = limit.number }
    }

    /// The longest time of the client's options, for `off`.
    private static let never = Duration.seconds(365 * 86_400)

    private func parsedUnavailableTimeout() throws -> Duration? {
        guard let text = self.unavailableTimeout else { return nil }
        if text == "off" { return Self.never }
        guard let seconds = Int(text), (1...86_400).contains(seconds) else {
            throw ValidationError(
                "--unavailable-timeout must be between 1 and 86400 seconds, or off.")
        }
        return .seconds(seconds)
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
