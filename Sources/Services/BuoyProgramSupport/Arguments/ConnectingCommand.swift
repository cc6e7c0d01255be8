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
        get { self.connection() }
        set { self.take(newValue) }
    }

    /// The groups that each such command has, with those that only this one has.
    package func connection(
        app: AppIDArguments? = nil, subscribing: SubscribingArguments? = nil
    ) -> ConnectionArguments {
        ConnectionArguments(
            server: self.server, identity: self.identity, route: self.route, app: app,
            reconnection: self.reconnection, timing: self.timing, subscribing: subscribing)
    }

    package mutating func take(_ connection: ConnectionArguments) {
        self.server = connection.server
        self.identity = connection.identity
        self.route = connection.route
        self.reconnection = connection.reconnection ?? self.reconnection
        self.timing = connection.timing ?? self.timing
    }
}
