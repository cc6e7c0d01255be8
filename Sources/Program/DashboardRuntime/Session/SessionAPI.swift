import ArgumentParser
import Channels
import ChannelsHTTPAPI
import ChannelsSigning
import Dashboard
import DashboardPanes
import ProgramSupport
import Servers

/// The HTTP API of a session's app, if its secret and its id are known.
struct SessionAPI: Sendable {
    /// `nil` if the API cannot be used.
    let client: ChannelsAPI?
    /// Whether it can be used, for the dashboard.
    let access: APIAccess
    /// The secret that signs its requests, to be kept out of everything written for others.
    let secret: [UInt8]?

    /// The API of the program's own sandbox.
    init(sandboxOnPort port: Int) throws {
        let app = SandboxApp.standard
        var options = ChannelsAPIOptions(
            appID: app.id, appKey: app.key, secret: app.secret, host: .host("127.0.0.1"))
        options.port = port
        options.usesTLS = false
        options.proxy = .none
        options.encryptionMasterKey = try? EncryptionMasterKey(
            base64: SandboxApp.standardMasterKey)
        try self.init(options, isLocal: true)
    }

    /// The API of the app that the arguments name.
    ///
    /// - Parameter connection: the client's options, whose way to the server is used.
    /// - Throws: `ValidationError` if a file or an option cannot be used.
    init(
        _ identity: IdentityArguments, _ connection: ChannelsOptions,
        environment: [String: String]
    ) throws {
        let secret = try identity.appSecret(environment: environment)
        guard let secret, let id = identity.appID else {
            self.init(missing: Self.advice(hasSecret: secret != nil, identity.appID))
            return
        }
        var options = ChannelsAPIOptions(
            appID: id, appKey: connection.appKey, secret: secret, host: connection.host)
        options.port = connection.port
        options.path = connection.path
        options.usesTLS = connection.usesTLS
        options.trustRootsFile = connection.trustRootsFile
        options.proxy = connection.proxy
        options.settingWords = connection.settingWords
        options.encryptionMasterKey = try identity.masterKey()
        try self.init(options, isLocal: Self.isLocal(connection.host.name))
    }

    private init(_ options: ChannelsAPIOptions, isLocal: Bool) throws {
        do {
            self.client = try ChannelsAPI(options)
        } catch {
            throw ValidationError("\(error)")
        }
        self.access = .available(isLocal: isLocal)
        self.secret = options.secret.searchedBytes
    }

    private init(missing advice: String) {
        self.client = nil
        self.access = .missing(advice)
        self.secret = nil
    }

    private static func isLocal(_ host: String) -> Bool {
        host.hasPrefix("127.") || ["localhost", "::1"].contains(host.lowercased())
    }

    /// What to do comes first, because a small pane shows only the start.
    private static func advice(hasSecret: Bool, _ id: String?) -> String {
        switch (hasSecret, id) {
        case (false, nil):
            "Start buoy with --secret-file and --app-id, or set BUOY_SECRET and BUOY_APP_ID: the "
                + "HTTP API needs the app's secret and its id."
        case (false, _):
            "Start buoy with --secret-file, or set BUOY_SECRET: the HTTP API needs the app's secret "
                + "too."
        case (true, _):
            "Start buoy with --app-id, or set BUOY_APP_ID: the HTTP API needs the app's id too."
        }
    }
}
