package import ArgumentParser

/// A command that connects to a server.
///
/// Each command declares these groups itself, in this order, with their titles. One group of groups
/// would be shorter, but in debug builds the parser's own checks quadruple with each level of
/// nesting.
package protocol ConnectingCommand: AsyncParsableCommand {
    /// The server, and the channels to watch.
    var server: ServerArguments { get set }
    /// The user, and how channels are authorized.
    var identity: IdentityArguments { get set }
    /// TLS, certificates and proxies.
    var route: RouteArguments { get set }
    /// When to try again.
    var reconnection: ReconnectionArguments { get set }
    /// Timeouts and limits.
    var timing: TimingArguments { get set }
}

extension ConnectingCommand {
    /// All groups together.
    package var connection: ConnectionArguments {
        get {
            ConnectionArguments(
                server: self.server, identity: self.identity, route: self.route,
                reconnection: self.reconnection, timing: self.timing)
        }
        set {
            self.server = newValue.server
            self.identity = newValue.identity
            self.route = newValue.route
            self.reconnection = newValue.reconnection
            self.timing = newValue.timing
        }
    }

    /// Checks the groups together. A command with checks of its own calls `connection.validate()`
    /// first.
    package func validate() throws { try self.connection.validate() }
}
