import ArgumentParser
import BuoyProgramSupport
import BuoyScripts
import Channels
import ChannelsHTTPAPI
import ChannelsSigning

extension APICommand {
    func api(environment: [String: String]) throws -> ChannelsAPI {
        let secret = try self.secret.requiredSecret(environment: environment)
        var options = ChannelsAPIOptions(
            appID: try Self.required(self.app.appID, "--app-id", "BUOY_APP_ID", "The app's id"),
            appKey: try Self.required(self.app.key, "--key", "BUOY_KEY", "The app's key"),
            secret: secret, route: try self.route.route(to: self.settings.place()))
        options.encryptionMasterKey = try self.call.encryptionKeyFile.map {
            try EncryptionMasterKey(file: $0)
        }
        try self.requests.apply(to: &options)
        options.settingWords = .program(
            environmentFile: self.secret.environmentFile.value, publishes: true)
        do {
            return try ChannelsAPI(options)
        } catch {
            throw ValidationError(error.description)
        }
    }

    private var settings: ServerSettings {
        ServerSettings(self.app, self.secret, self.route)
    }

    mutating func complete(from server: NamedServer) throws {
        var known = server.settings
        if let place = server.publishingPlace { known.move(to: place) }
        let settings = self.settings.filled(from: known)
        self.app.servers = []
        self.app.usesSandbox = false
        self.app.take(settings)
        self.secret.take(settings)
        self.route.take(settings)
        if self.call.encryptionKeyFile == nil {
            self.call.encryptionKeyFile = settings.encryptionKeyFile
        }
        try self.app.validate()
        try self.route.validate()
    }

    private static func required(
        _ value: String?, _ option: String, _ variable: String, _ what: String
    ) throws -> String {
        guard let value, !value.isEmpty else {
            throw ValidationError("\(what) is missing: use \(option), or set \(variable).")
        }
        return value
    }
}
