package import BuoyDashboard
package import BuoyDashboardRuntime
package import BuoyProgramSupport
import BuoyRecordingFiles
import BuoyScripts
package import BuoySessions
import Channels
import ChannelsProtocol
package import Logging

package struct LineRun {
    package struct Server: Sendable {
        let name: String?
        let connection: ConnectionArguments

        package init(_ connection: ConnectionArguments, name: String? = nil) {
            self.name = name
            self.connection = connection
        }

        func session(
            limits: ListenerLimits, faults: SessionFaults.Plan = SessionFaults.Plan(),
            logger: Logger? = nil
        ) async throws -> ServerSession {
            var target = try await ServerTarget.chosen(
                by: self.connection, environment: Environment.current)
            target.options.logger = logger
            if let name { target.options.logger?[metadataKey: "server"] = "\(name)" }
            return try ServerSession(
                target, faults: faults, limits: limits,
                secrets: try self.connection.fieldSecrets)
        }

        func naming<Value>(_ work: () async throws -> Value) async throws -> Value {
            do { return try await work() } catch {
                guard let name else { throw error }
                let code = (error as? ProgramFailure)?.code ?? .usage
                throw ProgramFailure(code, "\(name): \(ProgramFailure.reason(of: error))")
            }
        }
    }

    private let servers: [Server]
    private let format: LineFormat
    var selection = EventSelection()
    var timeLimit: Duration?
    /// Whether lines may be skipped if they are read too slowly. Sentences may always.
    var skipsLines = false
    package var ascii = false
    /// Whether a line on standard error says when the channels of the first server are subscribed.
    var tellsReady = false
    package var metrics: MetricsAddress?
    /// How often each server is probed; `nil` for never.
    var probeInterval: Duration?
    package var recording: RecordingArguments?
    package var faults = SessionFaults.Plan()
    package var logger: Logger?
    package var sections: ConfiguredSections?

    package init(_ servers: [Server], _ format: LineFormat) {
        self.servers = servers
        self.format = format
    }

    @discardableResult
    package func run() async throws -> LinePrinter.End {
        var sessions: [PrintedSession] = []
        for server in self.servers { sessions.append(try await self.session(with: server)) }
        guard let first = sessions.first?.session else { return .complete }
        // Before anything happens, so that nothing is missed.
        let reports = self.tellsReady ? first.client.reportBatches(limits: .skipping) : nil
        let probes = try self.probes(of: sessions)
        let metrics = try await self.served(sessions, probes)
        // Last, so that a start that fails leaves no file.
        try await self.record(sessions)
        async let measuring: Void? = metrics?.run()
        async let running: Void = sessions.run()
        async let probing: Void = probes.run()
        async let ready: Void = Self.tellReady(reports, channels: first.target.channels)
        let end: Result<LinePrinter.End, any Error>
        do { end = .success(try await self.print(sessions)) } catch { end = .failure(error) }
        await probes.stop()
        await running
        await probing
        await ready
        await measuring
        for session in sessions {
            if let sentence = await session.session.recorder.figures.lossSentence {
                session.tell(sentence)
            }
        }
        return try end.get()
    }

    @discardableResult
    package func print(_ sessions: [PrintedSession]) async throws -> LinePrinter.End {
        try await LinePrinter(
            sessions, format: self.format,
            alphabet: await OutputTerminal.alphabet(ascii: self.ascii),
            selection: self.selection, timeLimit: self.timeLimit,
            // Metrics report what was refused as long as it is.
            retryInterval: self.metrics == nil ? nil : .seconds(60)
        ).run()
    }

    private var limits: ListenerLimits {
        self.skipsLines || self.format == .sentences ? .skipping : .lossless
    }

    private func session(with server: Server) async throws -> PrintedSession {
        let session = try await server.naming {
            try await server.session(
                limits: self.limits, faults: self.faults, logger: self.logger)
        }
        let missed = MissedEventsMeter()
        let printed = PrintedSession(
            session, name: server.name, services: self.services(of: server, session, missed),
            missed: missed)
        printed.tellWarnings()
        if self.selection.includesQuiet { printed.tell(session.target.summary) }
        return printed
    }

    private func record(_ sessions: [PrintedSession]) async throws {
        for (server, session) in zip(self.servers, sessions) {
            let otherName = try await server.naming {
                try await self.recording?.begin(session.session.recorder, of: server.name)
            }
            if let otherName { session.tell("warning: \(otherName)") }
        }
    }

    private func services(
        of server: Server, _ session: ServerSession, _ missed: MissedEventsMeter
    ) -> [any LineService] {
        let prefix = server.name.map { "\($0): " } ?? ""
        let subject = WatchedSubject(
            client: session.client, options: session.target.options,
            sandboxPort: session.target.sandbox?.port, arguments: server.connection.groups,
            environment: Environment.current)
        let server = PrintedServer(
            name: server.name, sections: self.sections, subject: subject,
            start: SystemTime().now()
        ) {
            Console.errorLine("buoy: warning: \(prefix)\($0)")
        } missed: {
            missed.record($0)
        }
        return ProgramParts.current.features.compactMap { $0 as? any LineServiceFeature.Type }
            .compactMap { $0.lineService(for: server) }
    }

    private func probes(of sessions: [PrintedSession]) throws -> [DeliveryProbe] {
        guard let interval = self.probeInterval else { return [] }
        return try zip(self.servers, sessions).map { server, session in
            try DeliveryProbe(session.session.target, server.connection, every: interval)
        }
    }

    private func served(
        _ sessions: [PrintedSession], _ probes: [DeliveryProbe]
    ) async throws -> ServedMetrics? {
        try await self.metrics?.serve(
            sessions.enumerated().map { index, session in
                let probe = probes.indices.contains(index) ? probes[index].meter : nil
                return ServedClient(
                    session.session.client, name: session.name, probe: probe,
                    missed: session.missed)
            })
    }

    private static func tellReady(
        _ reports: ClientStream<[ClientReport]>?, channels: [ChannelName]
    ) async {
        guard let reports else { return }
        var waiting = Set(channels)
        for await batch in reports {
            for event in batch {
                guard case .subscriptionChanged(let channel, let state) = event.kind,
                    state.isAnswered, waiting.remove(channel) != nil, waiting.isEmpty
                else { continue }
                return Console.errorLine("buoy: ready")
            }
        }
    }
}

extension SubscriptionState {
    fileprivate var isAnswered: Bool {
        switch self {
        case .subscribed, .failed: true
        default: false
        }
    }
}

extension [DeliveryProbe] {
    fileprivate func run() async {
        await withDiscardingTaskGroup { group in
            for probe in self { group.addTask { await probe.run() } }
        }
    }

    fileprivate func stop() async { for probe in self { await probe.stop() } }
}
