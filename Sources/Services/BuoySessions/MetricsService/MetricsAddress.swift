package import BuoyProgramSupport
import BuoyServers
package import Channels
package import ChannelsMeasurements
import ChannelsTransport
import Synchronization

package struct MetricsAddress: Hashable, Sendable {
    let address: String
    let port: Int
    /// The names by which a monitoring system may call it, besides those of this machine.
    let allowedHosts: [String]

    init(address: String, port: Int, allowedHosts: [String] = []) {
        self.address = address
        self.port = port
        self.allowedHosts = allowedHosts
    }

    package func serve(_ client: ChannelsClient) async throws(ProgramFailure) -> ServedMetrics {
        try await self.serve([ServedClient(client)])
    }

    /// Clients with names have them as a label.
    package func serve(
        _ servers: [ServedClient]
    ) async throws(ProgramFailure) -> ServedMetrics {
        let measured = servers.map(MeasuredClient.init)
        return try await self.serve(measured) {
            let named = measured.compactMap { client in client.name.map { ($0, client.values) } }
            guard named.isEmpty, let only = measured.first else { return MetricRegistry(of: named) }
            return only.values
        }
    }

    package func serve(
        _ collect: @escaping @Sendable () async -> [Measurement]
    ) async throws(ProgramFailure) -> ServedMetrics {
        try await self.serve([]) {
            var registry = MetricRegistry()
            registry.take(await collect())
            return registry
        }
    }

    /// Includes the metrics of the process, and prints the URL on standard error.
    private func serve(
        _ measured: [MeasuredClient], _ collect: @escaping @Sendable () async -> MetricRegistry
    ) async throws(ProgramFailure) -> ServedMetrics {
        let gate = WebPageGate(address: self.address, allowedHosts: self.allowedHosts)
        let server = MetricsServer(gate: gate) {
            var registry = await collect()
            registry.take(ProcessMetrics.current(version: ChannelsClient.version))
            return registry
        } problems: {
            measured.compactMap(\.problem)
        }
        let port: Int
        do throws(TransportError) {
            port = try await server.start(address: self.address, port: self.port)
        } catch {
            throw ProgramFailure(.failed, "Metrics cannot be served: \(error.description)")
        }
        let url = "http://\(ListenAddress.authority(self.address, port))/metrics"
        Console.errorLine("buoy: serving metrics at \(url)")
        let warning = ListenAddress.warning(self.address, "read the metrics")
        if let warning { Console.errorLine(warning) }
        return ServedMetrics(url: url, warning: warning, server: server, measured: measured)
    }
}

package struct ServedMetrics: Sendable {
    package let url: String
    package let warning: String?
    private let server: MetricsServer
    private let measured: [MeasuredClient]

    fileprivate init(
        url: String, warning: String?, server: MetricsServer, measured: [MeasuredClient]
    ) {
        self.url = url
        self.warning = warning
        self.server = server
        self.measured = measured
    }

    /// Measures this client in place of the first. Call this before stopping the old one.
    package func follow(_ client: ChannelsClient) { self.measured.first?.follow(client) }

    package func run() async {
        await withDiscardingTaskGroup { group in
            for client in self.measured { group.addTask { await client.run() } }
        }
        await self.stop()
    }

    package func stop() async { await self.server.close() }
}

/// A client, and what else is measured beside it.
package struct ServedClient: Sendable {
    let client: ChannelsClient
    let name: String?
    let probe: ProbeMeter?
    let missed: MissedEventsMeter?

    package init(
        _ client: ChannelsClient, name: String? = nil, probe: ProbeMeter? = nil,
        missed: MissedEventsMeter? = nil
    ) {
        self.client = client
        self.name = name
        self.probe = probe
        self.missed = missed
    }
}

private final class MeasuredClient: Sendable {
    private let present: Mutex<ClientMetricsFeed>

    let name: String?
    private let probe: ProbeMeter?
    private let missed: MissedEventsMeter?

    init(_ served: ServedClient) {
        self.present = Mutex(ClientMetricsFeed(served.client))
        self.name = served.name
        self.probe = served.probe
        self.missed = served.missed
    }

    private var feed: ClientMetricsFeed { self.present.withLock { $0 } }

    var values: MetricRegistry {
        var values = self.feed.values
        if let probe { values.add(probe.values) }
        if let missed { values.add(missed.values) }
        return values
    }

    var problem: String? {
        guard let problem = self.feed.problem ?? self.probe?.problem else { return nil }
        return (self.name.map { "\($0): " } ?? "") + problem
    }

    func follow(_ client: ChannelsClient) {
        let feed = ClientMetricsFeed(client)
        self.present.withLock { $0 = feed }
    }

    func run() async {
        while !Task.isCancelled {
            let feed = self.feed
            await feed.run()
            if feed === self.feed { return }
        }
    }
}
