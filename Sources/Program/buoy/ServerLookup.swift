import ArgumentParser
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyScripts
import BuoyServers
import BuoySessions
import ChannelsBasics
import ChannelsProtocol

/// Finds the servers that a command names.
struct ServerLookup {
    private let command: any ServerChoosing

    init(for command: any ServerChoosing) { self.command = command }

    func completed() throws -> any ServerChoosing {
        var command = self.command
        let subjects = self.subjects
        guard subjects.isEmpty else { return try self.completed(with: subjects) }
        guard command.lacksServer else { return command }
        if command.takesFolder, let app = Self.appInFolder {
            try command.use(app)
        } else if let word = ChosenServer.word(Environment.current) {
            Console.errorLine("buoy: using \(word), chosen with buoy server use")
            return try self.completed(with: [ServerSubject(word)])
        } else if command.needsServer {
            throw ValidationError(self.advice)
        }
        return command
    }

    private func completed(with subjects: [ServerSubject]) throws -> any ServerChoosing {
        var command = self.command
        switch subjects.count == 1 ? subjects.first : nil {
        case .file(let path): try command.use(Self.environment(path))
        case .sandbox:
            if let sandbox = try Self.runningSandbox() {
                try command.use([sandbox])
            } else {
                try command.useOwnSandbox()
            }
        case .name, .address, nil: try command.use(subjects.map(self.server))
        }
        return command
    }

    private var subjects: [ServerSubject] {
        self.command.subjects.reduce(into: []) { known, subject in
            if !known.contains(subject) { known.append(subject) }
        }
    }

    private func server(_ subject: ServerSubject) throws -> NamedServer {
        switch subject {
        case .name(let name): return try self.configured(name)
        case .file(let path): return try Self.environment(path).validServer()
        case .address(let text):
            do { return try NamedServer(address: text) } catch {
                throw ValidationError(error.description)
            }
        case .sandbox:
            guard let sandbox = try Self.runningSandbox() else {
                throw ValidationError(
                    "No sandbox is running on this machine: start buoy sandbox in another terminal."
                )
            }
            return sandbox
        }
    }

    private static func environment(_ path: String) throws -> AppEnvironment {
        do throws(AppEnvironment.Failure) {
            return try AppEnvironment.read(
                path, in: Environment.folder, environment: Environment.current)
        } catch { throw ValidationError(error.description) }
    }

    private static func runningSandbox() throws -> NamedServer? {
        guard let sandbox = RunningSandbox.latest(environment: Environment.current),
            let environment = try? AppEnvironment.read(sandbox.path, named: "sandbox"),
            environment.product != nil
        else { return nil }
        Console.errorLine("buoy: using the sandbox of process \(sandbox.process)")
        var server = try environment.validServer()
        server.settings.channels = SandboxDirectory.demoChannels.map(\.text)
        return server
    }

    private func configured(_ name: String) throws -> NamedServer {
        let loader = ConfigurationLoader(
            environment: Environment.current, configuration: self.command.configurationPath)
        do {
            return try ConfigurationFile.read(
                loader.paths, themes: loader.themes, for: loader.subject
            )
            .servers
            .named(
                name, words: self.command.serverWords, commands: Buoy.listedCommandNames,
                in: loader.paths.configuration)
        } catch let error as UnknownServer {
            throw ValidationError(error.description)
        } catch {
            throw ProgramFailure(.usage, error.words)
        }
    }

    private static var appInFolder: AppEnvironment? {
        guard let environment = try? Self.environment(".env"), environment.product != nil
        else { return nil }
        return environment
    }

    private var advice: String {
        let name = "buoy \(type(of: self.command).fullName)"
        guard let product = Self.appInFolder?.product else {
            return "\(name) needs a server: -s NAME from the configuration, -s wss://KEY@HOST, "
                + "-s KEY@CLUSTER, --env with an app's .env file, or --sandbox."
        }
        return "\(name) needs a server. This folder has the .env file of a \(product.name) app: "
            + "add --env .env, or --sandbox for buoy's own server."
    }
}
