import ArgumentParser
import BuoyDashboard
import BuoyProgramSupport
import BuoyServers
import BuoySessions
import Channels
import ChannelsBasics
import ChannelsHTTPAPI
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

/// Asks the HTTP API of the app whose connection is checked, and publishes there if that is wanted.
struct APIQuestion: Sendable {
    let questions: ConnectionCheck.APIQuestions
    private let api: ChannelsAPI
    private let words: SettingWords
    /// Whether its server is not the one of the connection.
    let isElsewhere: Bool

    var origin: HTTPOrigin { self.api.origin }

    /// - Returns: `nil` if nothing can be asked: a Pusher cluster is reached by everybody, and
    ///   tells nothing without the app's id and secret.
    init?(
        _ target: ServerTarget, _ connection: ConnectionArguments, publishes: Bool,
        environment: [String: String]
    ) throws {
        let app = try Self.app(target, connection, environment)
        var target = target
        let route = target.options.route
        if let app = connection.app { target.options.route = app.apiRoute(beside: route) }
        let isElsewhere = target.options.route != route
        if isElsewhere {
            target.options.settingWords = .program(
                environmentFile: connection.identity.environmentFile.value, publishes: true)
        }
        guard let app else {
            if publishes { throw ValidationError(Self.missing) }
            guard case .host = target.options.route.host else { return nil }
            // It is refused, which shows that the API is there.
            try self.init(
                .reach, appID: "0", secret: AppSecret("buoy-check"), target,
                isElsewhere: isElsewhere)
            return
        }
        let token = String(UInt64.random(in: .min ... .max), radix: 36)
        try self.init(
            publishes ? .publish(ConnectionCheck.ProbeEvent(token: token)) : .ask, appID: app.id,
            secret: app.secret, target, isElsewhere: isElsewhere)
    }

    private init(
        _ questions: ConnectionCheck.APIQuestions, appID: String, secret: AppSecret,
        _ target: ServerTarget, isElsewhere: Bool
    ) throws {
        self.questions = questions
        self.isElsewhere = isElsewhere
        var options = ChannelsAPIOptions(
            appID: appID, appKey: target.options.appKey, secret: secret,
            route: target.options.route)
        self.words = target.options.settingWords
        options.settingWords = self.words
        do {
            self.api = try ChannelsAPI(options)
        } catch {
            throw ValidationError(error.description)
        }
    }

    static func canPublish(
        _ target: ServerTarget, _ connection: ConnectionArguments, environment: [String: String]
    ) throws -> Bool {
        try Self.app(target, connection, environment) != nil
    }

    private static func app(
        _ target: ServerTarget, _ connection: ConnectionArguments, _ environment: [String: String]
    ) throws -> (id: String, secret: AppSecret)? {
        guard case (let id?, let secret?) = try target.app(connection, environment: environment)
        else { return nil }
        return (id, secret)
    }

    private static let missing =
        "--publish needs the app's id and its secret: use --app-id and --secret-file, or set "
        + "BUOY_APP_ID and BUOY_SECRET."

    /// Asks which channels are occupied, which changes nothing.
    func ask() async -> APIFinding {
        let clock = ContinuousClock()
        let start = clock.now
        do {
            _ = try await self.api.channels()
            let duration = clock.now - start
            return .answered(duration, await self.serverView())
        } catch let error as ChannelsAPIError {
            let finding = self.finding(error, after: clock.now - start)
            return error.isEmptyPage ? await self.naming(finding) : finding
        } catch {
            return .failed(FailureParts(error.words), .unreachable)
        }
    }

    /// A website that says nothing of an unknown path has a page.
    private func naming(_ finding: APIFinding) async -> APIFinding {
        guard case .failed(var parts, let failure) = finding else { return finding }
        let request = HTTPRequest(method: "GET", origin: self.api.origin, target: "/")
        let page = try? await NIOHTTPRequester().send(
            request, timeLimit: .seconds(3), bodyLimit: 1 << 16)
        guard let page else { return finding }
        let judge = HTTPRefusal(.query, page, isSecure: self.api.origin.tls != nil)
        if judge.isPage, judge.cause == .webPage {
            parts.advice = judge.advice(self.words)
        }
        return .failed(parts, failure)
    }

    /// What the server says of itself: Reverb, sockudo and the sandbox do.
    private func serverView() async -> ServerView {
        let request = HTTPRequest(method: "GET", origin: self.api.origin, target: "/up")
        let answer = try? await NIOHTTPRequester().send(
            request, timeLimit: .seconds(3), bodyLimit: 1 << 16)
        let health = answer?.status ?? 0
        return ServerView(
            connections: try? await self.api.connectionCount(),
            health: health == 200 || health >= 500 ? health : nil)
    }

    private func finding(_ error: ChannelsAPIError, after duration: Duration) -> APIFinding {
        let text = error.description
        switch error.kind {
        case .unreachable, .timedOut, .cutResponse, .unexpectedResponse, .unexpectedStatus,
            .tooManyRequests, .serverError:
            return .failed(error.parts, error.isRefusal ? .refused : .unreachable)
        case _ where self.questions == .reach: return .reached(duration)
        case .notFound: return .unknownApp(text)
        case .unauthorized: return error.clockSkew == nil ? .refused(text) : .wrongClock(text)
        case .invalidRequest, .badRequest, .forbidden, .tooLarge:
            return .failed(error.parts, .refused)
        }
    }

    func publish(_ data: String, on channel: ChannelName) async -> String? {
        do {
            _ = try await self.api.trigger(
                ConnectionCheck.ProbeEvent.name, on: channel, data: EventData(data))
            return nil
        } catch {
            return error.words
        }
    }
}

extension ChannelsAPIError {
    fileprivate var isEmptyPage: Bool {
        self.kind == .unexpectedResponse && self.status == 404 && self.body.isEmpty
    }
}
