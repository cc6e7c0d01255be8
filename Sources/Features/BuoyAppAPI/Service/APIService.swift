import ArgumentParser
import BuoyDashboard
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyServers
import Channels
import ChannelsHTTPAPI
import ChannelsSigning

struct APIService: RequestService, FactService {
    private let client: ChannelsAPI?
    private let metrics: ServerMetrics?
    private let access: APIAccess

    var facts: [any Hashable & Sendable] { [self.access] }

    /// - Returns: `nil` for a recording, or the clients of a proxy.
    init?(_ subject: WatchedSubject) throws {
        guard let connection = subject.options else { return nil }
        if let port = subject.sandboxPort {
            try self.init(sandboxOnPort: port)
            return
        }
        guard let identity = subject.arguments(IdentityArguments.self) else { return nil }
        try self.init(
            identity, subject.arguments(AppIDArguments.self), connection,
            environment: subject.environment)
    }

    private init(sandboxOnPort port: Int) throws {
        let app = SandboxApp.standard
        let route = ServerRoute(host: .host("127.0.0.1"), port: port, usesTLS: false)
        var options = ChannelsAPIOptions(
            appID: app.id, appKey: app.key, secret: app.secret, route: route)
        options.encryptionMasterKey = try? EncryptionMasterKey(
            base64: SandboxApp.standardMasterKey)
        try self.init(options, isLocal: true)
    }

    private init(
        _ identity: IdentityArguments, _ app: AppIDArguments?, _ connection: ChannelsOptions,
        environment: [String: String]
    ) throws {
        let secret = try identity.appSecret(environment: environment)
        guard let secret, let app, let id = app.appID else {
            self.init(missing: Self.advice(hasSecret: secret != nil, app?.appID))
            return
        }
        var options = ChannelsAPIOptions(
            appID: id, appKey: connection.appKey, secret: secret,
            route: app.apiRoute(beside: connection.route))
        options.settingWords = connection.settingWords
        options.encryptionMasterKey = try identity.masterKey()
        try self.init(options, isLocal: Self.isLocal(connection.route.host.name))
    }

    private init(_ options: ChannelsAPIOptions, isLocal: Bool) throws {
        do {
            self.client = try ChannelsAPI(options)
            self.metrics = ServerMetrics(host: options.route.host.name, appID: options.appID)
        } catch {
            throw ValidationError(error.description)
        }
        self.access = .available(isLocal: isLocal)
    }

    private init(missing advice: String) {
        self.client = nil
        self.metrics = nil
        self.access = .missing(advice)
    }

    /// `nil` without the app's id and secret.
    var runner: APIRunner? { self.client.map { APIRunner($0, metrics: self.metrics) } }

    func perform(_ request: APIRequest, _ shown: any ShownDashboard) async {
        let report = await APIRunner(self.client, metrics: self.metrics).run(request)
        await shown.handle(.tick(report.answered))
        await shown.report(report)
        // Missed events belong to the gap, wherever the response came from.
        if case (.history(let question), .history(let missed)) = (request, report.outcome) {
            await shown.handle(.service(.missedEvents(missed, gap: question.gap)))
        }
    }

    private static func isLocal(_ host: String) -> Bool {
        host.hasPrefix("127.") || ["localhost", "::1"].contains(host.lowercased())
    }

    /// What to do comes first, because a small pane shows only the start.
    private static func advice(hasSecret: Bool, _ id: String?) -> String {
        switch (hasSecret, id) {
        case (false, nil):
            "Start buoy with --secret-file and --app-id, or set BUOY_SECRET and BUOY_APP_ID: the "
                + "HTTP API requires the app's secret and id."
        case (false, _):
            "Start buoy with --secret-file, or set BUOY_SECRET: the HTTP API also requires the "
                + "app's secret."
        case (true, _):
            "Start buoy with --app-id, or set BUOY_APP_ID: the HTTP API also requires the app's id."
        }
    }
}
