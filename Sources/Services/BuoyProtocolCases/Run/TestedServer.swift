import ArgumentParser
package import BuoyProgramSupport
package import BuoySessions
import Channels
import ChannelsProtocol
import ChannelsRoutes
package import ChannelsSigning
package import ChannelsTransport

/// The server that the cases are played against.
package struct TestedServer: Sendable {
    package var origin: HTTPOrigin
    package var apiOrigin: HTTPOrigin
    /// Before `/app` and `/apps`.
    package var path: String
    package var apiPath: String
    package var key: String
    package var appID: String?
    package var secret: AppSecret?
    package var headers: [HTTPHeader]
    /// The webhooks that arrive for the app; `nil` if they are not received.
    package var webhooks: WebhookBoard?

    package init(
        origin: HTTPOrigin, apiOrigin: HTTPOrigin, path: String = "", apiPath: String = "",
        key: String, appID: String?, secret: AppSecret?, headers: [HTTPHeader] = []
    ) {
        self.origin = origin
        self.apiOrigin = apiOrigin
        self.path = path
        self.apiPath = apiPath
        self.key = key
        self.appID = appID
        self.secret = secret
        self.headers = headers
    }
}

extension TestedServer {
    package init(
        _ target: ServerTarget, _ arguments: ConnectionArguments, environment: [String: String]
    ) throws {
        let route = target.options.route
        let api = arguments.app?.apiRoute(beside: route) ?? route
        let app = try target.app(arguments, environment: environment)
        let headers = target.options.origin.map { [HTTPHeader("Origin", $0)] } ?? []
        do throws(ChannelsError) {
            self.init(
                origin: try route.origin(), apiOrigin: try api.origin(at: api.host.apiName),
                path: route.path, apiPath: api.path, key: target.options.appKey, appID: app.id,
                secret: app.secret, headers: headers)
        } catch { throw ValidationError(error.description) }
    }

    /// What a case may need that is known of the app.
    package var granted: Set<ConformCase.Need> {
        var granted: Set<ConformCase.Need> = []
        if self.secret != nil { granted.insert(.secret) }
        if self.secret != nil, self.appID != nil { granted.insert(.api) }
        if self.webhooks != nil { granted.insert(.webhooks) }
        return granted
    }

    /// What the server says of itself; also shows that it can be reached.
    package func software() async throws -> String {
        do {
            let (first, software) = try await self.greeting()
            if let refusal = Self.refusal(first) { throw ProgramFailure(.refused, refusal) }
            return software
        } catch let error as TransportError {
            throw ProgramFailure(.unreachable, error.description)
        }
    }

    private func greeting() async throws(TransportError) -> (WebSocketInput, software: String) {
        let connection = try await Stage.dial(
            WebSocketEndpoint(
                self.origin, target: "\(self.path)\(CaseRun.target(self.key))",
                headers: self.headers))
        let alarm = Task {
            guard (try? await Task.sleep(for: Stage.patience)) != nil else { return }
            await connection.close(code: nil, reason: "", timeLimit: .zero)
        }
        let first = await connection.receive()
        alarm.cancel()
        await connection.close(code: 1000, reason: "", timeLimit: .seconds(1))
        return (first, connection.details.software ?? "")
    }

    /// Whether it serves at once. One that has ended may be started again by its supervisor, which
    /// is waited for.
    func serves() async -> Bool {
        let greeting = MessagePattern(["event": "pusher:connection_established"])
        for attempt in 1...20 {
            if let first = try? await self.greeting(), case .messages(let messages) = first.0,
                let text = messages.texts.first,
                greeting.matches(String(decoding: text, as: UTF8.self))
            {
                return attempt == 1
            }
            try? await Task.sleep(for: .milliseconds(500))
        }
        return false
    }

    /// The words of a server that refuses the app.
    private static func refusal(_ input: WebSocketInput) -> String? {
        guard case .messages(let messages) = input, let text = messages.texts.first,
            let message = try? JSONValue(parsing: text),
            message["event"]?.stringValue == "pusher:error"
        else { return nil }
        let words = Stage.excerpt(String(decoding: text, as: UTF8.self))
        return "The server refuses this app: \(words)"
    }
}
