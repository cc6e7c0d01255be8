#if Integrations
import Channels
import ChannelsConfiguration
import ChannelsHTTPAPI
import Configuration
import Synchronization
import Testing

@Suite("Options from a configuration")
struct ConfiguredOptionsTests {
    private static func reader(_ values: [AbsoluteConfigKey: ConfigValue]) -> ConfigReader {
        ConfigReader(provider: InMemoryProvider(values: values))
    }

    private static let key = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="

    @Test("every option of a client has its value")
    func client() throws {
        let options = try ChannelsOptions(
            config: Self.reader([
                "appKey": "app", "host": "example.test", "port": 8080, "tlsPort": 8443,
                "path": "/sockets", "usesTLS": false, "origin": "https://example.test",
                "proxy": "none", "trustRootsFile": "/ca.pem",
                "clientCertificateFile": "/client.pem", "clientKeyFile": "/client.key",
                "authEndpoint": "https://example.test/auth", "authorization": "Bearer token",
                "userAuthEndpoint": "https://example.test/user", "activityTimeout": 60,
                "pongTimeout": 5.5, "unavailableTimeout": 11, "attemptTimeLimit": 12,
                "subscriptionTimeLimit": 13, "clientEventLimit": 5, "watchesNetwork": false,
                "connectsAutomatically": true, "policy": "pusher-js", "autoReconnect": false,
                "maximumReconnectAttempts": 3, "maximumReconnectDelay": 30.0,
                "reconnectDelay": 2,
            ]))
        #expect(options.appKey == "app")
        #expect(options.route.host == .host("example.test"))
        #expect(options.route.port == 8080)
        #expect(options.tlsPort == 8443)
        #expect(options.route.path == "/sockets")
        #expect(!options.route.usesTLS)
        #expect(options.origin == "https://example.test")
        #expect(options.route.proxy == .none)
        #expect(options.route.trustRootsFile == "/ca.pem")
        #expect(options.route.clientCertificateFile == "/client.pem")
        #expect(options.route.clientKeyFile == "/client.key")
        #expect(options.activityTimeout == .seconds(60))
        #expect(options.pongTimeout == .milliseconds(5500))
        #expect(options.unavailableTimeout == .seconds(11))
        #expect(options.attemptTimeLimit == .seconds(12))
        #expect(options.subscriptionTimeLimit == .seconds(13))
        #expect(options.clientEventLimit == 5)
        #expect(!options.watchesNetwork)
        #expect(options.connectsAutomatically)
        #expect(options.policy.name == "pusher-js")
        #expect(!options.autoReconnect)
        #expect(options.maximumReconnectAttempts == 3)
        #expect(options.maximumReconnectDelay == .seconds(30))
        #expect(options.reconnectDelay == .seconds(2))
        guard case .endpoint(let channels) = options.authMethod,
            case .endpoint(let users) = options.userAuthentication
        else {
            Issue.record("\(options)")
            return
        }
        #expect(channels.url == "https://example.test/auth")
        #expect(users.url == "https://example.test/user")
        #expect(channels.headers["authorization"] == "Bearer token")
        #expect(users.headers["authorization"] == "Bearer token")
    }

    @Test("what is not configured keeps its default")
    func defaults() throws {
        let options = try ChannelsOptions(config: Self.reader(["appKey": "app", "cluster": "eu"]))
        let plain = ChannelsOptions(appKey: "app", host: .cluster("eu"))
        #expect(options.route.host == .cluster("eu"))
        #expect(options.route.usesTLS)
        #expect(options.route.proxy == .environment)
        #expect(options.activityTimeout == plain.activityTimeout)
        #expect(options.clientEventLimit == plain.clientEventLimit)
        #expect(options.policy.name == plain.policy.name)
        guard case .none = options.authMethod, case .none = options.userAuthentication else {
            Issue.record("\(options)")
            return
        }
    }

    @Test("every option of the HTTP API has its value")
    func api() throws {
        let options = try ChannelsAPIOptions(
            config: Self.reader([
                "appID": "3", "appKey": "app", "appSecret": "secret", "host": "api.test",
                "port": 8080, "path": "/api", "usesTLS": false, "proxy": "http://proxy.test:1",
                "trustRootsFile": "/ca.pem", "clientCertificateFile": "/client.pem",
                "clientKeyFile": "/client.key",
                "encryptionMasterKey": .init(.string(Self.key), isSecret: true),
                "timeLimit": 3, "maximumConnections": 2, "maximumDataBytes": 100,
                "correctsClock": true,
            ]))
        #expect(options.appID == "3")
        #expect(options.appKey == "app")
        #expect(options.secret == AppSecret("secret"))
        #expect(options.route.host == .host("api.test"))
        #expect(options.route.port == 8080)
        #expect(options.route.path == "/api")
        #expect(!options.route.usesTLS)
        #expect(options.route.proxy == .url("http://proxy.test:1"))
        #expect(options.route.trustRootsFile == "/ca.pem")
        #expect(options.route.clientCertificateFile == "/client.pem")
        #expect(options.route.clientKeyFile == "/client.key")
        #expect(try options.encryptionMasterKey == EncryptionMasterKey(base64: Self.key))
        #expect(options.timeLimit == .seconds(3))
        #expect(options.maximumConnections == 2)
        #expect(options.maximumDataBytes == 100)
        #expect(options.correctsClock)
    }

    @Test(
        "what is missing, or is something else, is named",
        arguments: [
            ("has no appKey", "appKey", nil),
            ("has neither a cluster nor a host", "cluster", nil),
            ("has both a cluster and a host", "host", "example.test"),
            ("port is not a whole number", "port", "eighty"),
            ("usesTLS is not true or false", "usesTLS", 1),
            ("path is not a string", "path", 1.5),
            ("pongTimeout is not a number of seconds", "pongTimeout", "5 s"),
            ("pongTimeout is not a valid number", "pongTimeout", 1e30),
            ("use one of standard, pusher-js", "policy", "eager"),
            ("master key", "encryptionMasterKey", "short"),
        ] as [(String, AbsoluteConfigKey, ConfigValue?)])
    func mistakes(sentence: String, name: AbsoluteConfigKey, value: ConfigValue?) throws {
        var values: [AbsoluteConfigKey: ConfigValue] = [
            "appKey": "app", "cluster": "eu", "appSecret": "secret",
        ]
        values[name] = value
        let error = #expect(throws: ChannelsError.self) {
            try ChannelsOptions(config: Self.reader(values))
        }
        #expect(error?.kind == .option)
        #expect(error?.description.contains(sentence) == true, "\(error as Any)")
    }

    @Test("variables of the environment have the usual names")
    func environment() throws {
        let variables = [
            "CHANNELS_APP_KEY": "app", "CHANNELS_APP_SECRET": "secret", "CHANNELS_APP_ID": "3",
            "CHANNELS_CLUSTER": "eu", "CHANNELS_USES_TLS": "false", "CHANNELS_PONG_TIMEOUT": "5",
        ]
        let config = ConfigReader(
            provider: EnvironmentVariablesProvider(environmentVariables: variables))
        let options = try ChannelsOptions(config: config.scoped(to: "channels"))
        #expect(options.appKey == "app")
        #expect(!options.route.usesTLS)
        #expect(options.pongTimeout == .seconds(5))
        guard case .inline(let secret, _, _) = options.authMethod else {
            Issue.record("\(options)")
            return
        }
        #expect(secret == AppSecret("secret"))
        #expect(try ChannelsAPIOptions(config: config.scoped(to: "channels")).appID == "3")
    }

    @Test("secrets are read as secrets, and nothing else is")
    func secrets() throws {
        let log = Accesses()
        let values: [AbsoluteConfigKey: ConfigValue] = [
            "appID": "3", "appKey": "app", "appSecret": "s", "cluster": "eu",
            "authorization": "Bearer t",
            "encryptionMasterKey": .init(.string(Self.key), isSecret: false),
            "proxy": "http://u:p@proxy.test:1", "port": 80,
        ]
        let config = ConfigReader(
            provider: InMemoryProvider(values: values), accessReporter: log)
        _ = try ChannelsOptions(config: config)
        _ = try ChannelsAPIOptions(config: config)
        #expect(
            log.secret == ["appSecret", "authorization", "encryptionMasterKey", "proxy"])
        #expect(log.plain == ["appID", "appKey", "cluster", "port"])
    }

    /// The keys whose values were read, by whether they were read as secrets.
    private final class Accesses: AccessReporter {
        private let keys = Mutex<[String: Bool]>([:])

        func report(_ event: AccessEvent) {
            guard case .success(let value?) = event.result else { return }
            self.keys.withLock { $0["\(event.metadata.key)"] = value.isSecret }
        }

        var secret: [String] { self.keys.withLock { $0.filter(\.value).keys.sorted() } }
        var plain: [String] { self.keys.withLock { $0.filter { !$0.value }.keys.sorted() } }
    }
}
#endif
