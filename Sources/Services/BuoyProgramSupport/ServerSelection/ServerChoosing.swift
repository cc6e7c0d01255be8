package import ArgumentParser
package import BuoyScripts

/// A command that accepts a server by name. The program looks it up and completes the arguments
/// before it runs the command.
package protocol ServerChoosing: ParsableCommand {
    /// How sentences name it: `conform server` for a command in another.
    static var fullName: String { get }
    var subjects: [ServerSubject] { get }
    /// Words in the place of a command, such as `prod` in `buoy prod`.
    var serverWords: [String] { get }
    var configurationPath: String? { get }
    /// Whether it takes a server, and none is named.
    var lacksServer: Bool { get }
    /// Whether it cannot do without.
    var needsServer: Bool { get }
    /// Whether it then takes the app of the `.env` file in the folder.
    var takesFolder: Bool { get }
    mutating func use(_ environment: AppEnvironment) throws
    /// - Parameter servers: at least one, in the order of the names, each once.
    mutating func use(_ servers: [NamedServer]) throws
    /// Starts a sandbox for this command: none runs on the machine.
    mutating func useOwnSandbox() throws
}

extension ServerChoosing {
    package static var fullName: String { Self._commandName }
    package var configurationPath: String? { nil }
    package var serverWords: [String] { [] }
    package var lacksServer: Bool { false }
    package var needsServer: Bool { true }
    package var takesFolder: Bool { false }

    package mutating func use(_ environment: AppEnvironment) throws {
        try self.use([environment.validServer()])
    }

    package mutating func useOwnSandbox() throws {
        throw ValidationError(
            "No sandbox is running on this machine: start buoy, or buoy sandbox, in another terminal."
        )
    }
}

extension AppEnvironment {
    package func validServer() throws -> NamedServer {
        do { return try self.server() } catch { throw ValidationError(error.description) }
    }
}

extension ServerChoosing where Self: ConnectingCommand {
    package var subjects: [ServerSubject] { self.server.subjects }

    package mutating func use(_ environment: AppEnvironment) throws {
        self.server.environmentWarning.value = environment.warning
        try self.use([environment.validServer()])
    }

    package mutating func useOwnSandbox() throws {
        self.server.usesSandbox = false
        try self.validate()
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
