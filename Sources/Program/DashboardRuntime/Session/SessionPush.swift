import ArgumentParser
import ChannelsProtocol
import Dashboard
import DashboardPanes
import ProgramSupport
import PushNotifications
import PushProtocol
import Servers
import Transport

/// The push client of a session, if a push service is known. Carries out the requests of the
/// dashboard.
struct SessionPush: Sendable {
    /// `nil` if no push service is known.
    let client: PushClient?
    /// Whether it can be used, for the dashboard.
    let access: PushAccess
    /// The port of the program's own sandbox.
    private let sandboxPort: Int?

    /// The push service of the program's own sandbox, unless another one is named. The sandbox is
    /// new in each run, so its state is kept in memory.
    init(_ settings: Session.Settings, sandboxOnPort port: Int) throws {
        if settings.pushEndpoint != nil {
            try self.init(settings, key: SandboxApp.standardKey)
            return
        }
        guard settings.pushStateFile == nil else {
            throw ValidationError(
                "--push-state needs --push-endpoint: the built-in sandbox is new in each run.")
        }
        let options = PushOptions(
            appKey: SandboxApp.standardKey, endpoint: "http://127.0.0.1:\(port)/client_api")
        try self.init(options, sandboxPort: port)
    }

    /// The push service that the settings name.
    init(_ settings: Session.Settings, key: String) throws {
        guard let endpoint = settings.pushEndpoint else {
            self.init(
                missing: "Start buoy with --push-endpoint: it names a server that has the Push "
                    + "Notifications Client API. The hosted one was switched off years ago.")
            return
        }
        let options = PushOptions(
            appKey: key, endpoint: endpoint, stateFile: settings.pushStateFile)
        try self.init(options, sandboxPort: nil)
    }

    private init(missing advice: String) {
        self.client = nil
        self.access = .missing(advice)
        self.sandboxPort = nil
    }

    private init(_ options: PushOptions, sandboxPort: Int?) throws {
        var options = options
        if sandboxPort != nil { options.usesProxies = false }
        do {
            self.client = try PushClient(options)
        } catch {
            throw ValidationError("\(error)")
        }
        self.access = .available(isSandbox: sandboxPort != nil)
        self.sandboxPort = sandboxPort
    }

    // MARK: Requests

    /// - Returns: an action for the dashboard, such as a failure. Everything else is in the status.
    func run(_ request: PushRequest) async -> Action? {
        guard let client = self.client else { return nil }
        do {
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
            case .reach(let interest): return .notice(.info, try await self.reach(interest))
            case .fault(let status, let times):
                let body = #"{"answer":\#(status),"times":\#(times)}"#
                _ = try await self.askSandbox("POST", "faults", body: Array(body.utf8))
                return .notice(
                    .warning, "the sandbox answers the next \(times) push requests with \(status)")
            }
            return nil
        } catch {
            return .effectFailed(.push(request), "\(error)")
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
            throw ProgramFailure(.failed, "only the built-in sandbox can do this")
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
