package import BuoyProgramSupport
import BuoyServers
package import Channels
package import ChannelsMeasurements
import ChannelsTransport
import Synchronization

/// Where metrics are served.
package struct MetricsAddress: Hashable, Sendable {
    let address: String
    /// 0 for any free port.
    let port: Int
    /// The names by which a monitoring system may call it, besides those of this machine.
    let allowedHosts: [String]

    init(address: String, port: Int, allowedHosts: [String] = []) {
        self.address = address
        self.port = port
        self.allowedHosts = allowedHosts
    }

    /// Serves the metrics of a client and of the process, and says where on standard error.
    ///
    /// - Throws: `ProgramFailure` if the port cannot be used.
    package func serve(_ client: ChannelsClient) async throws(ProgramFailure) -> ServedMetrics {
        let measured = MeasuredClient(client)
        return try await self.serve([measured]) { measured.feed.values }
    }

    /// Serves the metrics of the clients of several servers, told apart by the label `server`.
    ///
    /// - Throws: `ProgramFailure` if the port cannot be used.
    package func serve(
        _ servers: [(name: String, client: ChannelsClient)]
    ) async throws(ProgramFailure) -> ServedMetrics {
        let names = servers.map(\.name)
        let measured = servers.map { MeasuredClient($0.client) }
        return try await self.serve(measured) {
            MetricRegistry(of: zip(names, measured).map { ($0, $1.feed.values) })
        }
    }

    /// Serves other metrics and those of the process, and says where on standard error.
    ///
    /// - Throws: `ProgramFailure` if the port cannot be used.
    package func serve(
        _ collect: @escaping @Sendable () async -> [Measurement]
    ) async throws(ProgramFailure) -> ServedMetrics {
        try await self.serve([]) {
            var registry = MetricRegistry()
            registry.take(await collect())
            return registry
        }
    }

    private func serve(
        _ measured: [MeasuredClient], _ collect: @escaping @Sendable () async -> MetricRegistry
    ) async throws(ProgramFailure) -> ServedMetrics {
        let gate = WebPageGate(address: self.address, allowedHosts: self.allowedHosts)
        let server = MetricsServer(gate: gate) {
            var registry = await collect()
            registry.take(ProcessMetrics.current(version: ChannelsClient.version))
            return registry
        }
        let port: Int
        do throws(TransportError) {
            port = try await server.start(address: self.address, port: self.port)
        } catch {
            throw ProgramFailure(.failed, "Metrics cannot be served: \(error)")
        }
        let url = "http://\(ListenAddress.authority(self.address, port))/metrics"
        Console.errorLine("buoy: serving metrics at \(url)")
        let warning = ListenAddress.warning(self.address, "read the metrics")
        if let warning { Console.errorLine(warning) }
        return ServedMetrics(url: url, warning: warning, server: server, measured: measured)
    }
}

/// Metrics that are being served.
package struct ServedMetrics: Sendable {
    /// Where they are read.
    package let url: String
    /// A warning if other machines can read them; `nil` if not.
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

    /// Measures another client in place of the first from now on. Call this before stopping that.
    package func follow(_ client: ChannelsClient) { self.measured.first?.follow(client) }

    /// Measures the clients until all have stopped, or the task is cancelled. Then serving ends.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for client in self.measured { group.addTask { await client.run() } }
        }
        await self.stop()
    }

    /// Stops serving them.
    package func stop() async { await self.server.close() }
}

/// The measured client, which another one may replace.
private final class MeasuredClient: Sendable {
    private let present: Mutex<ClientMetricsFeed>

    init(_ client: ChannelsClient) { self.present = Mutex(ClientMetricsFeed(client)) }

    var feed: ClientMetricsFeed { self.present.withLock { $0 } }

    func follow(_ client: ChannelsClient) {
        let feed = ClientMetricsFeed(client)
        self.present.withLock { $0 = feed }
    }

    /// Runs until the client that is the current one at that time has stopped.
    func run() async {
        while !Task.isCancelled {
            let feed = self.feed
            await feed.run()
            if feed === self.feed { return }
        }
    }
}
