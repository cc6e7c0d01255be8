import ArgumentParser
import BuoyProgramSupport
import BuoyScripts

/// A command that connects to one server, watches channels and prints: `tail`, `once`, `check`.
protocol LineCommand: ConnectingCommand, VariableTaking, ServerChoosing {
    /// If empty, those of the server in the configuration.
    var channels: ChannelArguments { get set }
}

extension LineCommand {
    package static var variables: [OptionVariable] { OptionVariable.forConnections([.policy]) }

    package var subjects: [ServerSubject] { self.channels.subjects + self.server.subjects }

    package var lacksServer: Bool { self.subjects.isEmpty && self.server.isEmpty }

    package mutating func use(_ servers: [NamedServer]) throws { try self.useOne(of: servers) }

    package mutating func useOwnSandbox() throws {
        self.channels.dropSubjects()
        self.server.usesSandbox = false
        try self.validate()
    }

    mutating func useOne(of servers: [NamedServer]) throws {
        self.channels.dropSubjects()
        self.connection = try self.connection.completed(
            from: servers.one(for: Self._commandName), takesChannels: self.channels.isEmpty)
        try self.validate()
    }

    var namesNoChannels: Bool {
        self.channels.isEmpty && self.server.subscribe.value == nil && self.subjects.isEmpty
    }

    func connectionToChannels(of server: NamedServer? = nil) throws -> ConnectionArguments {
        var connection = self.connection
        if let server {
            connection = try connection.completed(
                from: server, takesChannels: self.channels.isEmpty)
        }
        connection.server.subscribe.value =
            try (connection.server.subscribe.value ?? []) + self.channels.names()
        return connection
    }
}
