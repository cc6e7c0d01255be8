import ArgumentParser
import BuoyCursesTerminal
import BuoyDashboard
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyScripts
import BuoySessions
import BuoyTextScreen
import ChannelsEventWords
import ChannelsTransport
import Glibc

struct ProxyCommand: AsyncParsableCommand, ServerChoosing {
    static let configuration = CommandConfiguration(
        commandName: "proxy",
        abstract: "Watch other programs' connections, and inject faults into them.",
        usage: """
            buoy proxy SERVER [--listen ADDRESS:PORT] [OPTIONS]
            buoy proxy --cluster CLUSTER [--listen ADDRESS:PORT] [OPTIONS]
            """,
        discussion: """
            Point clients such as pusher-js at the --listen address instead of the server. Traffic \
            passes through unchanged and in order.

            The dashboard shows each client like buoy's own connection. Press < to list the \
            clients, and E to inject faults.

            If the output is not a terminal, buoy prints one line per event, starting with the \
            client's number.

            Exit codes: 0 ended normally, 1 failed while running, 2 wrong usage or settings, \
            128+n ended by signal n.
            """)

    @OptionGroup(title: "Server")
    var proxy: ProxyArguments

    @OptionGroup(title: "Server")
    var hosts: HostArguments

    @OptionGroup(title: RouteArguments.title)
    var route: RouteArguments

    @OptionGroup(title: "Appearance")
    var configurationFile: ConfigurationArguments

    @OptionGroup(title: "Appearance")
    var appearance: AppearanceArguments

    @OptionGroup(title: "Faults")
    var faults: FaultArguments

    func validate() throws {
        if !self.proxy.namesServer { _ = try self.proxy.options(self.route) }
        _ = try self.proxy.rules()
        if let text = PlannedFaults(try self.faults.plan()).refusal {
            throw ValidationError("unresolved: \(text)")
        }
    }

    var subjects: [ServerSubject] { self.proxy.subjects }
    var configurationPath: String? { self.configurationFile.path }

    mutating func use(_ servers: [NamedServer]) throws {
        let server = try servers.one(for: "proxy")
        let settings = ServerSettings(self.route).filled(from: server.settings)
        self.route.take(settings)
        self.proxy.chosen.value = try settings.place()
        _ = try self.proxy.options(self.route)
    }

    func run() async throws {
        try FileDescriptors.require()
        var options = try self.proxy.options(self.route)
        let start = try DashboardStart(
            self.appearance,
            ConfigurationLoader(
                environment: Environment.current,
                configuration: self.configurationFile.path, server: options.upstream.address))
        options.rules = try self.proxy.rules()
        options.recordingFolder = try self.proxy.recordingFolder()
        options.allowedHosts = self.hosts.allowedHosts
        options.memoryLimit = start.loaded.program.eventByteLimit
        let proxy = try await Self.listening(options)
        let exposure = ListenAddress.warning(options.address, "use the proxy")
        guard Terminal.canShow,
            let terminal = await start.terminal(watching: "a proxy", secrets: [])
        else { return try await self.printLines(proxy, start.loaded.warnings, exposure) }
        let dashboard = Self.describing(proxy, in: await start.options(on: terminal))
        let faults = ProxyFaults(proxy)
        let control = try await self.openControl(proxy, faults)
        let source = await ProxySource(
            proxy, faults, plan: PlannedFaults(try self.faults.plan()),
            options: dashboard,
            warnings: [
                exposure, Self.ruleWarning(options.rules),
                "Clients connect to \(Self.address(of: proxy)). Press < to list them.",
            ].compactMap(\.self))
        let end = await start.show(source, dashboard, on: terminal)
        await control?.end()
        await proxy.close()
        try end.leave()
    }

    private static func listening(_ options: ProxyOptions) async throws -> ChannelsProxy {
        do throws(TransportError) { return try await ChannelsProxy.listen(options) } catch {
            throw ListenAddress.failure(error)
        }
    }

    private static func describing(
        _ proxy: ChannelsProxy, in options: DashboardOptions
    ) -> DashboardOptions {
        var options = options
        options.isPassedOn = true
        options.facts.add([ProxyView()])
        options.eventByteLimit = proxy.options.eventBytes
        options.serverLabel = "proxy"
        options.listeningAddress = self.address(of: proxy)
        options.address = proxy.options.upstream.url
        options.usesTLS = proxy.options.upstream.tls != nil
        options.clientEventLimit = nil
        return options
    }

    private static func ruleWarning(_ rules: [MessageRule]) -> String? {
        rules.isEmpty
            ? nil
            : "\(Figures.counted(rules.count, "rule")) of --rules may hold or change messages."
    }

    private static func address(of proxy: ChannelsProxy) -> String {
        let scheme = proxy.options.tls == nil ? "ws" : "wss"
        return "\(scheme)://\(ListenAddress.authority(proxy.options.address, proxy.port))"
    }
}

extension ProxyCommand {
    private func printLines(
        _ proxy: ChannelsProxy, _ warnings: [String], _ exposure: String?
    ) async throws {
        for warning in warnings { Console.errorLine("buoy: warning: \(warning)") }
        Console.errorLine(
            "buoy: clients connect to \(Self.address(of: proxy)), which forwards to "
                + "\(proxy.options.upstream.url)")
        for warning in [exposure, Self.ruleWarning(proxy.options.rules)].compactMap(\.self) {
            Console.errorLine(warning)
        }
        let faults = ProxyFaults(proxy)
        let control = try await self.openControl(proxy, faults)
        do { try await self.printLines(proxy, faults) } catch {
            await control?.end()
            await proxy.close()
            throw error
        }
        await control?.end()
        await proxy.close()
    }

    private func printLines(_ proxy: ChannelsProxy, _ faults: ProxyFaults) async throws {
        var plan = PlannedFaults(try self.faults.plan())
        try await Self.begin(plan.stepsFromStart, faults)
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { await proxy.tick() }
            group.addTask { await faults.run() }
            group.addTask { await Self.tell(faults) }
            group.addTask {
                let signal = await signals.next() ?? SIGTERM
                await proxy.close()
                throw ExitCode(128 + signal)
            }
            try await self.printNews(of: proxy) { news in
                try await Self.begin(plan.steps(after: news), faults)
            }
            group.cancelAll()
        }
    }

    private func openControl(
        _ proxy: ChannelsProxy, _ faults: ProxyFaults
    ) async throws -> ProxyControl? {
        guard let path = self.proxy.control else { return nil }
        let control = ProxyControl(proxy, faults, path: path)
        do throws(ControlFailure) { try await control.open() } catch {
            await proxy.close()
            throw ProgramFailure(.usage, "--control: \(error.description)")
        }
        return control
    }

    private static func begin(_ steps: [FaultScript.Step], _ faults: ProxyFaults) async throws {
        guard !steps.isEmpty else { return }
        do { try await faults.perform(.plan(steps), on: .all) } catch {
            throw ValidationError("--fault: \(error.description)")
        }
    }

    private static func tell(_ faults: ProxyFaults) async {
        for await report in faults.reports {
            for change in report.report.changes {
                Console.errorLine("buoy: fault \(change.sentence)")
            }
        }
    }

    private func printNews(
        of proxy: ChannelsProxy, _ take: (ChannelsProxy.News) async throws -> Void
    ) async throws {
        let isASCII = self.appearance.ascii || Console.alphabet == .ascii
        var lines = ProxyLines(
            utcOffsetSeconds: LocalTime.utcOffsetSeconds, alphabet: isASCII ? .ascii : .unicode)
        for await _ in proxy.wakeups {
            let news = await proxy.takeNews()
            try await take(news)
            for warning in news.warnings { Console.errorLine("buoy: \(warning)") }
            let written = lines.lines(news, await proxy.overview(selecting: nil))
            if !written.isEmpty { try Console.print(written) }
            if Console.hasLostReader { break }
            try? await Task.sleep(for: ChannelsProxy.newsInterval)
        }
    }
}

extension ProxyCommand: HelpedCommand {
    static var commonOptions: [String]? {
        [
            "server", "env", "cluster", "listen", "tls-certificate", "tls-key",
            "when-unreachable", "fault", "fault-script",
        ]
    }

    static var examples: [CommandExample] {
        [
            CommandExample("buoy proxy 127.0.0.1:6001", "clients connect to 127.0.0.1:6030"),
            CommandExample("buoy proxy --cluster eu", "in front of an app on the hosted service"),
            CommandExample(
                "buoy proxy prod --fault 'cut every 1m'", "with a cut every minute"),
        ]
    }
}
