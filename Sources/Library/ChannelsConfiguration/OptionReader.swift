#if Integrations
import ChannelsHTTPAPI
import ChannelsProtocol
import ChannelsRoutes
import ChannelsSigning
import Configuration

/// `ConfigReader` gives `nil` for a value of another type; this throws, as a mistyped number
/// would otherwise pass for the default.
struct OptionReader {
    private let config: ConfigReader

    init(_ config: ConfigReader) { self.config = config }

    // MARK: Types

    func string(_ name: String, isSecret: Bool = false) throws(ChannelsError) -> String? {
        let key = ConfigKey(name)
        return try self.checked(
            self.config.string(forKey: key, isSecret: isSecret), name, "a string", isSecret)
    }

    func required(_ name: String, isSecret: Bool = false) throws(ChannelsError) -> String {
        guard let text = try self.string(name, isSecret: isSecret) else {
            throw .option("The configuration has no \(name).")
        }
        return text
    }

    func int(_ name: String) throws(ChannelsError) -> Int? {
        try self.checked(self.config.int(forKey: ConfigKey(name)), name, "a whole number")
    }

    func bool(_ name: String) throws(ChannelsError) -> Bool? {
        try self.checked(self.config.bool(forKey: ConfigKey(name)), name, "true or false")
    }

    func seconds(_ name: String) throws(ChannelsError) -> Duration? {
        let key = ConfigKey(name)
        let whole = self.config.int(forKey: key).map(Double.init)
        let number = try self.checked(
            whole ?? self.config.double(forKey: key), name, "a number of seconds")
        guard let number else { return nil }
        // More than a thousand years is a mistake, and would not fit in a duration at last.
        guard number.magnitude < 3e10 else {
            throw .option("The configuration's \(name) is not a valid number of seconds.")
        }
        return .seconds(number)
    }

    func set<Value>(_ option: inout Value, to value: Value?) {
        if let value { option = value }
    }

    private func checked<Value>(
        _ value: Value?, _ name: String, _ type: String, _ isSecret: Bool = false
    ) throws(ChannelsError) -> Value? {
        guard value == nil, self.has(ConfigKey(name), isSecret) else { return value }
        throw .option("The configuration's \(name) is not \(type).")
    }

    private func has(_ key: ConfigKey, _ isSecret: Bool) -> Bool {
        self.config.string(forKey: key, isSecret: isSecret) != nil
            || self.config.double(forKey: key, isSecret: isSecret) != nil
            || self.config.int(forKey: key, isSecret: isSecret) != nil
            || self.config.bool(forKey: key, isSecret: isSecret) != nil
            || self.config.bytes(forKey: key, isSecret: isSecret) != nil
            || self.config.stringArray(forKey: key, isSecret: isSecret) != nil
    }

    // MARK: Options

    /// The way to the server, with the names of its properties.
    func route() throws(ChannelsError) -> ServerRoute {
        var route = ServerRoute(host: try self.host(), port: try self.int("port"))
        try self.set(&route.path, to: self.string("path"))
        try self.set(&route.usesTLS, to: self.bool("usesTLS"))
        for (name, path) in ServerRoute.files { route[keyPath: path] = try self.string(name) }
        try self.set(&route.proxy, to: self.proxy())
        return route
    }

    private func host() throws(ChannelsError) -> ChannelsHost {
        switch (try self.string("cluster"), try self.string("host")) {
        case (let cluster?, nil): return .cluster(cluster)
        case (nil, let host?): return .host(host)
        case (nil, nil):
            throw .option("The configuration has neither a cluster nor a host.")
        case (.some, .some):
            throw .option("The configuration has both a cluster and a host: leave one out.")
        }
    }

    /// `none`, `environment`, or a URL, which may contain a password.
    private func proxy() throws(ChannelsError) -> ProxyChoice? {
        switch try self.string("proxy", isSecret: true) {
        case nil: nil
        case "none": ProxyChoice.none
        case "environment": .environment
        case let url?: .url(url)
        }
    }

    func masterKey() throws(ChannelsError) -> EncryptionMasterKey? {
        guard let text = try self.string("encryptionMasterKey", isSecret: true) else { return nil }
        return try EncryptionMasterKey(base64: text)
    }

    func policy() throws(ChannelsError) -> ReconnectionPolicy? {
        guard let name = try self.string("policy") else { return nil }
        guard let policy = ReconnectionPolicy.named(name) else {
            let names = ReconnectionPolicy.profiles.map(\.name).joined(separator: ", ")
            throw .option(
                "The configuration has an unknown policy, \(name.debugDescription): use one of "
                    + "\(names).")
        }
        return policy
    }
}
#endif
