import ArgumentParser
import Channels
import ChannelsHTTPAPI
import ChannelsSigning
import ProgramSupport
import Scripts

extension APICommand {
    /// The client of the API.
    ///
    /// - Throws: `ValidationError` with advice if an argument is missing or cannot be used.
    func api(environment: [String: String]) throws -> ChannelsAPI {
        let secret = try self.secret.requiredSecret(environment: environment)
        SecretFile.forbidCoreFiles()
        var options = ChannelsAPIOptions(
            appID: try Self.required(self.app.appID, "--app-id", "BUOY_APP_ID", "The app's id"),
            key: try Self.required(self.app.key, "--key", "BUOY_KEY", "The app's key"),
            secret: secret, host: try self.app.apiHost())
        options.port = self.app.port
        options.path = self.app.path ?? ""
        options.encryptionMasterKey = try self.requests.encryptionKeyFile.map {
            try EncryptionMasterKey(file: $0)
        }
        try self.requests.apply(to: &options)
        options.usesTLS = !self.route.noTLS
        try self.route.checkFiles()
        options.trustRootsFile = self.route.trustRootsFile
        options.clientCertificateFile = self.route.clientCertificateFile
        options.clientKeyFile = self.route.clientKeyFile
        options.proxy =
            switch try self.route.proxyChoice() {
            case .none: .none
            case .environment: .environment
            case .url(let url): .url(url)
            }
        do {
            return try ChannelsAPI(options)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// Completes the arguments from a server. What was given wins.
    mutating func complete(from server: NamedServer) throws {
        self.app.complete(from: server)
        self.secret.complete(from: server)
        self.route.complete(from: server)
        self.requests.encryptionKeyFile =
            self.requests.encryptionKeyFile ?? server.encryptionKeyFile
        try self.app.validate()
        try self.route.validate()
    }

    private static func required(
        _ value: String?, _ option: String, _ variable: String, _ what: String
    ) throws -> String {
        guard let value, !value.isEmpty else {
            throw ValidationError("\(what) is missing: give \(option), or set \(variable).")
        }
        return value
    }
}
