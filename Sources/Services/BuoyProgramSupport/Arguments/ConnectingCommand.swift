package import ArgumentParser

/// A command that connects to a server.
///
/// Each command declares these groups itself, in this order, with their titles, and the optional
/// ones that apply to it. One group of groups would be shorter, but in debug
/// builds the parser's own checks quadruple with each level of nesting.
package protocol ConnectingCommand: AsyncParsableCommand {
    var server: ServerArguments { get set }
    var identity: IdentityArguments { get set }
    var route: RouteArguments { get set }
    var connection: ConnectionArguments { get set }
}

/// A connecting command that stays connected, so that it may have to reconnect.
package protocol StayingCommand: ConnectingCommand {
    var reconnection: ReconnectionArguments { get set }
    var timing: TimingArguments { get set }
}

extension ConnectingCommand {
    /// A command with its own checks calls `connection.validate()` first.
    package func validate() throws { try self.connection.validate() }
}

extension StayingCommand {
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
            if let reconnection = newValue.reconnection { self.reconnection = reconnection }
            if let timing = newValue.timing { self.timing = timing }
        }
    }
}
