package import ArgumentParser
package import BuoyScripts

/// A command that accepts the names of servers in the configuration. The program looks the names up
/// and completes the arguments before it runs the command.
package protocol ServerChoosing: ParsableCommand {
    var serverNames: [String] { get }
    /// Those of them in the place of a command, such as `prod` in `buoy prod`.
    var serverWords: [String] { get }
    var configurationPath: String? { get }
    var environmentPath: String? { get }
    mutating func use(_ environment: AppEnvironment) throws
    /// - Parameter servers: at least one, in the order of the names, each once.
    mutating func use(_ servers: [NamedServer]) throws
}

extension ServerChoosing {
    package var configurationPath: String? { nil }
    package var serverWords: [String] { [] }

    package mutating func use(_ environment: AppEnvironment) throws {
        try self.use([environment.validServer()])
    }
}

extension AppEnvironment {
    fileprivate func validServer() throws -> NamedServer {
        do { return try self.server() } catch { throw ValidationError(error.description) }
    }
}

extension ServerChoosing where Self: ConnectingCommand {
    package var environmentPath: String? { self.server.environmentPath }

    package mutating func use(_ environment: AppEnvironment) throws {
        self.server.environmentWarning.value = environment.warning
        try self.use([environment.validServer()])
    }
}

extension [NamedServer] {
    package func one(for command: String) throws -> NamedServer {
        guard let first else { throw ValidationError("Specify a server.") }
        guard self.count == 1 else {
            let names = self.map(\.name).joined(separator: " and ")
            throw ValidationError(
                "\(command) uses one server, not \(names): use one --server.")
        }
        return first
    }
}
