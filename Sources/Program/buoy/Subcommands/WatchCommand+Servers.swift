import ArgumentParser
import BuoyCommands
import BuoyCursesTerminal
import BuoyDashboard
import BuoyDashboardRuntime
import BuoyFeatureList
import BuoyProgramSupport
import BuoyScripts
import BuoySessions
import BuoyTextScreen
import Channels
import ChannelsBasics
import Logging

extension WatchCommand {
    func check(several servers: [NamedServer]) throws {
        if self.output == .screen { try self.checkForDashboard(servers) }
        guard self.server.host == nil, self.server.cluster == nil else {
            throw ValidationError(
                "--host and --cluster apply to a single server: name only one.")
        }
        for server in servers { _ = try self.connection.completed(from: server) }
    }

    private func checkForDashboard(_ servers: [NamedServer]) throws {
        guard servers.count <= EventOrigins.serverLimit else {
            throw ValidationError("At most \(EventOrigins.serverLimit) servers fit in a dashboard.")
        }
        for case let group as any OneServerOptions in self.features.groups {
            try group.requireOneServer()
        }
        guard self.features.recording.options == nil else {
            throw ValidationError(
                "--record needs one server. In the dashboard, :record FILE records the focused one."
            )
        }
    }

    func run(several servers: [NamedServer]) async throws {
        try FileDescriptors.require()
        guard self.output == .screen else { return try await self.printLines(of: servers) }
        let keyScript = try self.appearance.keyScript()
        ProcessMemory.avoidHoles()
        let started = try await self.started(servers)
        guard let first = started.first else { return }
        if first.loaded.program.usesASCII { Console.useASCII() }
        let theme = try self.appearance.resolvedTheme(first.loaded, first.loader.themes)
        guard
            let terminal = await self.appearance.terminal(
                theme, first.loaded, first.loader,
                watching: servers.map(\.name).joined(separator: ", "),
                secrets: started.flatMap(\.session.secrets))
        else {
            throw ProgramFailure(.failed, "Several servers require a full-screen terminal.")
        }
        var merged = self.appearance.dashboardOptions(
            first.loaded, glyphs: theme.glyphs.applied(to: await terminal.glyphs))
        merged.themes = first.loader.themes.names()
        let end = await withTaskGroup(of: Void.self) { group in
            for server in started { group.addTask { await server.session.run() } }
            let end = await DashboardGroup.show(
                started, mergedIn: merged, features: BuoyFeatureList.features, on: terminal,
                load: self.appearance.loaded(by:), keyScript)
            await terminal.restore()
            for server in started { await server.session.stop() }
            return end
        }
        try end.leave()
    }

    private func started(_ servers: [NamedServer]) async throws -> [StartedServer] {
        let resources = ServerResources(
            environment: Environment.current, logger: try self.features.log.logger())
        let settings = try self.sessionSettings(limits: .skipping)
        var started: [StartedServer] = []
        for server in servers {
            do {
                started.append(
                    try await self.started(
                        server, resources.named(server.name), settings: settings))
            } catch {
                let reason = ProgramFailure.reason(of: error)
                throw ProgramFailure(.usage, "\(server.name): \(reason)")
            }
        }
        return started
    }
}

extension ServerResources {
    fileprivate func named(_ name: String) -> ServerResources {
        var logger = self.logger
        logger?[metadataKey: "server"] = "\(name)"
        return ServerResources(environment: self.environment, logger: logger)
    }
}
