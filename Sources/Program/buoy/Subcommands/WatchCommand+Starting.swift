import ArgumentParser
import BuoyCommands
import BuoyDashboard
import BuoyDashboardRuntime
import BuoyFeatureList
import BuoyProgramSupport
import BuoyScripts
import BuoySessions
import BuoyTextScreen
import Channels
import Logging

/// What all sessions of a run share.
struct ServerResources: Sendable {
    let environment: [String: String]
    let logger: Logger?
}

extension WatchCommand {
    /// Options that name a server or an app do not apply to this one; those for the user, proxies,
    /// times and reconnection do.
    func started(
        _ server: NamedServer, _ resources: ServerResources,
        settings: Session.Settings? = nil
    ) async throws -> StartedServer {
        if case .words(let words) = server.settings.secretProgram {
            try await SecretCommand.ask(words)
        }
        let connection = try self.connection(to: server)
        let loader = self.loader(connection, resources.environment, server)
        let loaded = try self.appearance.loaded(by: loader)
        _ = try self.appearance.resolvedTheme(loaded, loader.themes)
        var settings =
            settings
            ?? Session.Settings(
                limits: .skipping, recording: self.features.recording.options(path: ""))
        settings.logger = resources.logger
        settings.features = BuoyFeatureList.features
        let session = try await Session.start(
            connection, settings, environment: resources.environment)
        let options = self.dashboardOptions(session, loaded, loader, server: server)
        return StartedServer(
            server: server, session: session, loader: loader, loaded: loaded, options: options)
    }

    private func connection(to server: NamedServer) throws -> ConnectionArguments {
        // Several servers on the command line share all of its options.
        let isNamed = self.servers.value?.contains { $0.name == server.name } == true
        return try (isNamed ? self.given : self.connection.forAnyServer()).completed(from: server)
    }

    func loader(
        _ connection: ConnectionArguments, _ environment: [String: String], _ server: NamedServer?
    ) -> ConfigurationLoader {
        ConfigurationLoader(
            environment: environment, configuration: self.configurationFile.path,
            server: connection.serverName, named: server?.name)
    }

    func sessionSettings(limits: ListenerLimits) throws -> Session.Settings {
        var settings = Session.Settings(
            limits: limits, recording: self.features.recording.options(path: ""))
        settings.arguments = self.features.groups
        settings.faults = try self.features.faults.plan()
        return settings
    }

    func dashboardOptions(
        _ session: Session, _ loaded: LoadedConfiguration, _ loader: ConfigurationLoader,
        glyphs: GlyphSet = .unicode, server: NamedServer?
    ) -> DashboardOptions {
        var options = self.appearance.dashboardOptions(loaded, glyphs: glyphs)
        options.describe(session)
        options.themes = loader.themes.names()
        options.servers = ServerMenu(loaded.servers, current: server?.name)
        options.foundServer = loaded.found?.name
        options.serverColor = server?.color
        options.readOnly = server?.readOnlyReason ?? (self.isReadOnly ? .option : nil)
        return options
    }
}
