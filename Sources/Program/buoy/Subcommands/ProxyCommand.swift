import ArgumentParser
import Commands
import Configuration
import CursesTerminal
import Dashboard
import DashboardPanes
import DashboardRuntime
import FeatureList
import Glibc
import ProgramSupport
import ProxyService
import Scripts
import TextScreen
import Transport

/// Passes on the connections of other clients, and shows them: as a dashboard in a terminal,
/// otherwise as lines.
struct ProxyCommand: AsyncParsableCommand, ServerChoosing {
    static let configuration = CommandConfiguration(
        commandName: "proxy",
        abstract: "Watch the clients of others, and make their connections suffer.",
        usage: """
            buoy proxy --to HOST:PORT [--listen ADDRESS:PORT] [OPTIONS]
            buoy proxy --cluster CLUSTER [--listen ADDRESS:PORT] [OPTIONS]
            buoy proxy --server NAME [--listen ADDRESS:PORT] [OPTIONS]
            """,
        discussion: """
            Point clients such as pusher-js at the address of --listen instead of the server. What \
            they and the server say passes unchanged and in order. The dashboard shows each client as \
            it shows buoy's own connection; < lists the clients, and E makes faults.

            If the output is not a terminal, buoy prints one line per event, with the number of the \
            client at its start.

            Exit codes: 0 ended normally, 1 failed while running, 2 wrong usage or settings, \
            128+n ended by signal n.
            """)

    @OptionGroup(title: "Server")
    var proxy: ProxyArguments

    @OptionGroup(title: "Server")
    var hosts: HostArguments

    @OptionGroup(title: "Appearance")
    var appearance: AppearanceArguments

    @OptionGroup(title: LinesArguments.title)
    var lines: LinesArguments

    @OptionGroup(title: "Faults")
    var faults: FaultArguments

    func validate() throws { _ = try self.faults.plan() }

    var serverNames: [String] { self.proxy.servers }
    var configurationPath: String? { self.appearance.configurationPath }

    mutating func use(_ servers: [NamedServer]) throws {
        try self.proxy.complete(from: servers.one(for: "proxy"))
    }

    func run() async throws {
        try FileDescriptors.require()
        var options = try self.proxy.options()
        let loader = ConfigurationLoader(
            environment: Environment.current, configuration: self.appearance.configurationPath,
            server: options.upstream.address)
        let loaded = try self.appearance.loaded(by: loader)
        options.allowedHosts = self.hosts.allowedHosts
        options.memoryLimit = loaded.program.eventByteLimit
        if loaded.program.usesASCII { Console.useASCII() }
        let theme = try self.appearance.resolvedTheme(loaded, loader.themes)
        let proxy: ChannelsProxy
        do throws(TransportError) { proxy = try await ChannelsProxy.listen(options) } catch {
            throw ProgramFailure(.failed, "The proxy could not be started: \(error)")
        }
        let address = Self.address(of: proxy)
        let exposure = ListenAddress.warning(options.address, "use the proxy")
        guard Terminal.canShow, !self.lines.printsLines,
            let terminal = await self.appearance.terminal(
                theme, loaded, loader, watching: "a proxy", secrets: [])
        else {
            for warning in loaded.warnings { Console.errorLine("buoy: warning: \(warning)") }
            Console.errorLine(
                "buoy: clients connect to \(address), and reach \(options.upstream.url)")
            if let exposure { Console.errorLine(exposure) }
            try await self.printLines(proxy)
            return
        }
        let glyphs = theme.glyphs.applied(to: await terminal.glyphs)
        var dashboard = self.appearance.dashboardOptions(loaded, glyphs: glyphs)
        dashboard.isProxy = true
        dashboard.eventByteLimit = options.eventBytes
        dashboard.serverLabel = "proxy"
        dashboard.listeningAddress = address
        dashboard.address = options.upstream.url
        dashboard.usesTLS = options.upstream.tls != nil
        dashboard.clientEventLimit = nil
        dashboard.themes = loader.themes.names()
        let source = await ProxySource(
            proxy, ProxyFaults(proxy), plan: try self.faults.plan(), options: dashboard,
            warnings: [exposure, "Clients connect to \(address). < lists them."].compactMap(\.self))
        let parts = await DashboardEnvironment(
            features: features, source: source, terminal: terminal, loader: loader, loaded: loaded,
            load: self.appearance.loaded(by:), keyScript: try self.appearance.keyScript())
        let end = await DashboardLoop(parts, options: dashboard).run()
        await terminal.restore()
        await proxy.close()
        guard end.exitCode == 0 else { throw ExitCode(end.exitCode) }
    }

    /// `ws://127.0.0.1:6030`
    private static func address(of proxy: ChannelsProxy) -> String {
        let scheme = proxy.options.tls == nil ? "ws" : "wss"
        return "\(scheme)://\(ListenAddress.authority(proxy.options.address, proxy.port))"
    }

    /// Prints until a signal arrives or the reader is gone.
    private func printLines(_ proxy: ChannelsProxy) async throws {
        let faults = ProxyFaults(proxy)
        let plan = try self.faults.plan()
        if !(plan.steps + plan.stepsWhenConnected).isEmpty {
            do {
                try await faults.perform(.plan(plan.steps + plan.stepsWhenConnected), on: .all)
            } catch {
                throw ValidationError("--fault: \(error).")
            }
        }
        let isASCII = self.appearance.ascii || Console.alphabet == .ascii
        var lines = ProxyLines(
            utcOffsetSeconds: LocalTime.utcOffsetSeconds, alphabet: isASCII ? .ascii : .unicode)
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { await proxy.tick() }
            group.addTask { await faults.run() }
            group.addTask {
                for await report in faults.reports {
                    for change in report.report.changes {
                        Console.errorLine("buoy: fault \(change.sentence)")
                    }
                }
            }
            group.addTask {
                let signal = await signals.next() ?? SIGTERM
                await proxy.close()
                throw ExitCode(128 + signal)
            }
            for await _ in proxy.wakeups {
                let news = await proxy.takeNews()
                for warning in news.warnings { Console.errorLine("buoy: \(warning)") }
                let written = lines.lines(news, await proxy.overview(regarding: nil))
                if !written.isEmpty { try Console.print(written) }
                if Console.hasLostReader { break }
            }
            group.cancelAll()
        }
        await proxy.close()
    }
}
