import ArgumentParser
import BuoyDashboard
import BuoyDashboardRuntime
import BuoyProgramSupport
import ChannelsProtocol
import ChannelsPushNotifications
import ChannelsPushProtocol
import ChannelsTransport

/// The push client of the pane, if a push service is known. Carries out what the pane asks for.
struct PushPaneService: FeatureService {
    /// `nil` if no push service is known.
    private let client: PushClient?
    private let access: PushAccess
    /// The port of the program's own sandbox, if that is the push service.
    private let sandboxPort: Int?
    let warnings: [String]

    /// The push service that the arguments name; otherwise that of the program's own sandbox, which
    /// is new in each run, so that its state is kept in memory.
    ///
    /// - Throws: `ValidationError` if arguments cannot be used.
    init(_ subject: WatchedSubject, appKey: String) throws {
        let arguments = subject.arguments(PushPaneArguments.self)
        if let endpoint = arguments?.endpoint {
            let options = PushOptions(
                appKey: appKey, endpoint: endpoint, stateFile: arguments?.stateFile)
            try self.init(options, sandboxPort: nil)
        } else if let port = subject.sandboxPort {
            guard arguments?.stateFile == nil else {
                throw ValidationError(
                    "--push-state requires --push-endpoint: the built-in sandbox always starts "
                        + "empty.")
            }
            var options = PushOptions(
                appKey: appKey, endpoint: "http://127.0.0.1:\(port)/client_api")
            options.proxy = .none
            try self.init(options, sandboxPort: port)
        } else {
            self.init(
                missing: "Start buoy with --push-endpoint and the URL of a server that has the "
                    + "Push Notifications Client API. The hosted service was shut down years ago.")
        }
    }

    private init(missing advice: String) {
        self.client = nil
        self.access = .missing(advice)
        self.sandboxPort = nil
        self.warnings = []
    }

    private init(_ options: PushOptions, sandboxPort: Int?) throws {
        do {
            // A damaged file is put aside; the client would refuse it once.
            let warning = try options.stateFile.flatMap { try PushStatus.opened(in: $0).warning }
            self.warnings = warning.map { [$0] } ?? []
            self.client = try PushClient(options)
        } catch {
            throw ValidationError("\(error)")
        }
        self.access = .available(isSandbox: sandboxPort != nil)
        self.sandboxPort = sandboxPort
    }

    var facts: [any Hashable & Sendable] { [self.access] }

    /// Runs the push client, and reports its status.
    func run(_ shown: any ShownDashboard) async {
        guard let client = self.client else { return }
        async let running: Void = client.run()
        for await status in await client.statuses() {
            await shown.handle(.tick(shown.now))
            await shown.report(PushStatusChange(status: status))
        }
        await running
    }

    func stop() async { await self.client?.stop() }

    // MARK: Requests

    func perform(_ request: PushRequest, _ shown: any ShownDashboard) async throws {
        guard let client = self.client else { return }
        switch request {
        case .register(let platform, let token):
            try await client.register(platform, token: try Self.token(token))
        case .updateToken(let token):
            try await client.updateToken(try Self.token(token))
        case .change(let added, let removed):
            try await client.subscribe(to: added.map(\.text))
            try await client.unsubscribe(from: removed.map(\.text))
        case .retry: try await client.retryNow()
        case .verify: try await client.verify()
        case .reach(let interest):
            await shown.handle(.notice(.info, try await self.reach(interest)))
        case .fault(let status, let times):
            let body = #"{"answer":\#(status),"times":\#(times)}"#
            _ = try await self.askSandbox("POST", "faults", body: Array(body.utf8))
            let text = "the sandbox will answer the next \(times) push requests with \(status)"
            await shown.handle(.notice(.warning, text))
        }
    }

    private static func token(_ origin: PushRequest.Token) throws -> String {
        SecretFile.forbidCoreFiles()
        switch origin {
        case .file(let path): return try SecretFile.read(path)
        case .madeUp:
            let digits = (0..<4).map { _ in
                String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
            }
            return "made-up-" + digits.joined()
        }
    }

    private func reach(_ interest: InterestName) async throws -> String {
        let answer = try await self.askSandbox("GET", "interests/\(interest.text)")
        let count = answer["count"]?.intValue ?? 0
        return "a notification for \(interest.text) would reach "
            + (count == 1 ? "1 device" : "\(count) devices")
    }

    private func askSandbox(
        _ method: String, _ path: String, body: [UInt8] = []
    ) async throws -> JSON {
        guard let port = self.sandboxPort else {
            throw ProgramFailure(.failed, "only the built-in sandbox supports this")
        }
        let headers = body.isEmpty ? [] : [HTTPHeader("Content-Type", "application/json")]
        let request = HTTPRequest(
            method: method, origin: HTTPOrigin(host: "127.0.0.1", port: port),
            target: "/sandbox/push/\(path)", headers: headers, body: body)
        let response = try await NIOHTTPRequester().send(
            request, timeLimit: .seconds(5), bodyLimit: 64 << 10)
        let text = String(decoding: response.body, as: UTF8.self)
        guard response.status == 200 else { throw ProgramFailure(.failed, text) }
        return EventData(text).json ?? .null
    }
}
