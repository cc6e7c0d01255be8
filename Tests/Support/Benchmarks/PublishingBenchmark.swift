import BuoyServers
import ChannelsHTTPAPI
import Foundation

/// How many events a second are published to a sandbox in another process, over kept connections,
/// and what an event costs. With the path of a Python that has `pusher` of PyPI in `BUOY_PYTHON`,
/// the same with that library, in the same run.
enum PublishingBenchmark {
    /// The argument that makes this program the sandbox.
    static let argument = "--serve-sandbox"

    static func serve() async throws {
        var options = SandboxOptions()
        options.hasBots = false
        let server = SandboxServer(options: options)
        try await server.start()
        await ServerProcess.serve(port: await server.port ?? 0)
    }

    static func run() async throws {
        let server = try ServerProcess([Self.argument])
        defer { server.stop() }
        for connections in [1, 4, 8] {
            let api = try Self.api(port: server.port, connections: connections)
            try await Self.publish(500, connections, api)
            let start = Usage.now()
            let count = 5_000 * connections
            try await Self.publish(count, connections, api)
            Self.summarize("single events, \(connections) at once", count, Usage.now() - start)
        }
        let api = try Self.api(port: server.port, connections: 1)
        let start = Usage.now()
        let result = try await api.trigger(
            (0..<50_000).map { BatchEvent("paid", on: Self.channel, data: Self.data(of: $0)) })
        Self.summarize("batches of ten, 1 at once", result.publishedCount, Usage.now() - start)
        try Self.python(port: server.port)
    }

    private static let channel = ChannelName(wire: "orders")

    private static func data(of number: Int) -> EventData {
        EventData(#"{"id":\#(number),"total":27.20,"items":["one","two","three"]}"#)
    }

    private static func api(port: Int, connections: Int) throws -> ChannelsAPI {
        var options = ChannelsAPIOptions(
            appID: SandboxApp.standard.id, appKey: SandboxApp.standardKey,
            secret: SandboxApp.standard.secret, host: .host("127.0.0.1"))
        options.route.port = port
        options.route.usesTLS = false
        options.maximumConnections = connections
        return try ChannelsAPI(options)
    }

    private static func publish(_ count: Int, _ tasks: Int, _ api: ChannelsAPI) async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<tasks {
                group.addTask {
                    for number in 0..<(count / tasks) {
                        try await api.trigger(
                            "paid", on: Self.channel, data: Self.data(of: number))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func summarize(_ name: String, _ count: Int, _ used: Usage) {
        let perSecond = Int(Double(count) / used.wall)
        let cost = (used.cpu / Double(count) * 1e6).rounded(to: 0)
        report(name, "\(perSecond) events/s, \(cost) µs of CPU an event")
    }

    /// The same events with the official library for Python.
    private static func python(port: Int) throws {
        guard let path = ProcessInfo.processInfo.environment["BUOY_PYTHON"] else { return }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["-c", Self.script, "\(port)"]
        fflush(nil)
        try process.run()
        process.waitUntilExit()
    }

    private static let script = #"""
        import sys, time, pusher
        api = pusher.Pusher(app_id="1", key="buoy-sandbox-key", secret="buoy-sandbox-secret",
            host="127.0.0.1", port=int(sys.argv[1]), ssl=False)
        def measure(name, count, call):
            wall, cpu = time.monotonic(), time.process_time()
            for number in range(count): call(number)
            wall, cpu = time.monotonic() - wall, time.process_time() - cpu
            return wall, cpu
        data = lambda n: {"id": n, "total": 27.20, "items": ["one", "two", "three"]}
        wall, cpu = measure("single", 3000, lambda n: api.trigger("orders", "paid", data(n)))
        print(f"  PyPI pusher, single events, 1 at once         {3000 / wall:.0f} events/s, "
            f"{cpu / 3000 * 1e6:.0f} µs of CPU an event")
        batch = lambda n: api.trigger_batch([{"channel": "orders", "name": "paid", "data": data(n)}] * 10)
        wall, cpu = measure("batch", 1000, batch)
        print(f"  PyPI pusher, batches of ten, 1 at once        {10000 / wall:.0f} events/s, "
            f"{cpu / 10000 * 1e6:.0f} µs of CPU an event")
        """#
}
