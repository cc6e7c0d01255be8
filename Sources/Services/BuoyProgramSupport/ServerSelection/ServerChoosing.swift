package import ArgumentParser
package import BuoyScripts

/// A command that accepts the names of servers in the configuration. The program looks the names up
/// and completes the arguments before it runs the command.
package protocol ServerChoosing: ParsableCommand {
    /// The names that were given, in order.
    var serverNames: [String] { get }
    /// Those of them in the place of a command, such as `prod` in `buoy prod`.
    var serverWords: [String] { get }
    /// The path given by `--config`; `nil` for the usual place.
    var configurationPath: String? { get }
    /// The `.env` file of an app, in place of a name; `nil` for none.
    var environmentPath: String? { get }
    /// Completes the arguments from the `.env` file of an app.
    ///
    /// - Throws: `ValidationError` if the file does not say enough, or the completed arguments
    ///   cannot be used.
    mutating func use(_ environment: AppEnvironment) throws
    /// Completes the arguments.
    ///
    /// - Parameter servers: at least one, in the order of the names, each once.
    /// - Throws: `ValidationError` if the completed arguments cannot be used.
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
    /// The server.
    ///
    /// - Throws: `ValidationError` with everything that keeps buoy from connecting.
    fileprivate func validServer() throws -> NamedServer {
        do { return try self.server() } catch { throw ValidationError("\(error)") }
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
    /// The only server.
    ///
    /// - Throws: `ValidationError` if there are several, or none.
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
