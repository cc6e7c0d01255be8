import ArgumentParser
import Channels

package struct TimingArguments: ParsableArguments {
    package static let title = "Times and reconnection"

    @Option(
        name: .customLong("activity-timeout"),
        help: ArgumentHelp("Send a ping after this much silence (default: 2m).", valueName: "time"))
    var activityTimeout: String?

    @Option(
        name: .customLong("pong-timeout"),
        help: ArgumentHelp(
            "Close the connection if a ping is not answered within this time (default: 30s).",
            valueName: "time"))
    var pongTimeout: String?

    @Option(
        name: .customLong("unavailable-timeout"),
        help: ArgumentHelp(
            """
            Report the server as unavailable after this long without success (default: 10s); off for never, \
            so that buoy tail keeps waiting.
            """,
            valueName: "time"))
    var unavailableTimeout: String?

    package init() {}

    package func validate() throws {
        _ = try self.time(self.activityTimeout, "--activity-timeout")
        _ = try self.time(self.pongTimeout, "--pong-timeout")
        _ = try self.parsedUnavailableTimeout()
    }

    func apply(to options: inout ChannelsOptions) throws {
        if let time = try self.time(self.activityTimeout, "--activity-timeout") {
            options.activityTimeout = time
        }
        if let time = try self.time(self.pongTimeout, "--pong-timeout") {
            options.pongTimeout = time
        }
        if let time = try self.parsedUnavailableTimeout() { options.unavailableTimeout = time }
    }

    /// The longest time that the client's options accept, for `off`.
    private static let never = Duration.seconds(365 * 86_400)

    private func parsedUnavailableTimeout() throws -> Duration? {
        self.unavailableTimeout == "off"
            ? Self.never : try self.time(self.unavailableTimeout, "--unavailable-timeout")
    }

    private func time(_ text: String?, _ option: String) throws -> Duration? {
        try TypedTime.duration(text, option, in: .seconds(1) ... .seconds(86_400))
    }
}
