import ArgumentParser
import BuoyScripts
import BuoyTestBasics
import Channels
import ChannelsProtocol
import Testing

@testable import BuoyProgramSupport

/// A command with nothing but the arguments for a connection.
private struct Connecting: ConnectingCommand {
    @OptionGroup var server: ServerArguments
    @OptionGroup var subscribing: SubscribingArguments
    @OptionGroup var identity: IdentityArguments
    @OptionGroup var app: AppIDArguments
    @OptionGroup var route: RouteArguments
    @OptionGroup var reconnection: ReconnectionArguments

    var connection: ConnectionArguments {
        get {
            ConnectionArguments(
                server: self.server, identity: self.identity, route: self.route, app: self.app,
                reconnection: self.reconnection, subscribing: self.subscribing)
        }
        set {}
    }
}

@Suite("Arguments and a server of the configuration")
struct PrecedenceTests {
    private var prod: NamedServer {
        var server = NamedServer(name: "prod", place: .host("prod.example.com"), key: "prod-key")
        server.settings.port = 6001
        server.settings.path = "/ws"
        server.settings.usesTLS = false
        server.settings.trustRootsFile = "/ca.pem"
        server.settings.secretFile = "/secret"
        server.settings.appID = "7"
        server.settings.userID = "ana"
        server.settings.channels = ["orders"]
        return server
    }

    private func arguments(
        _ given: [String], _ server: NamedServer? = nil, takesChannels: Bool = true
    ) throws -> ConnectionArguments {
        try Connecting.parse(given + ["--server", "prod"]).connection
            .completed(from: server ?? self.prod, takesChannels: takesChannels)
    }

    @Test("a server says everything that is not given")
    func everything() throws {
        let arguments = try self.arguments([])
        #expect(arguments.server.key == "prod-key")
        #expect(arguments.server.host == "prod.example.com")
        #expect(arguments.server.port == 6001)
        #expect(arguments.server.path == "/ws")
        #expect(try arguments.channels().map(\.text) == ["orders"])
        #expect(arguments.server.servers == [])
        #expect(arguments.route.noTLS)
        #expect(arguments.route.trustRootsFile == "/ca.pem")
        #expect(arguments.identity.secretFile == "/secret")
        #expect(arguments.app?.appID == "7")
        #expect(arguments.identity.userID == "ana")
        #expect(arguments.serverName == "prod")
        #expect(arguments.namesServer)
    }

    @Test("what is given wins")
    func given() throws {
        let arguments = try self.arguments([
            "--key", "mine", "--port", "9", "--path", "/x", "--subscribe", "a", "--ca-file", "/b",
            "--secret-file", "/mine", "--app-id", "8", "--user-id", "ben",
        ])
        #expect(arguments.server.key == "mine")
        #expect(arguments.server.host == "prod.example.com")
        #expect(arguments.server.port == 9)
        #expect(arguments.server.path == "/x")
        #expect(try arguments.channels().map(\.text) == ["a"])
        #expect(arguments.route.trustRootsFile == "/b")
        #expect(arguments.identity.secretFile == "/mine")
        #expect(arguments.app?.appID == "8")
        #expect(arguments.identity.userID == "ben")
    }

    @Test("a part that is given is completed from the server")
    func parts() throws {
        var server = self.prod
        server.settings.clientCertificateFile = "/certificate.pem"
        server.settings.clientKeyFile = "/key.pem"
        let arguments = try self.arguments(
            ["--user-info", #"{"name":"Ana"}"#, "--client-key", "/mine.pem"], server)
        #expect(arguments.identity.userID == "ana")
        #expect(arguments.identity.userInfo == #"{"name":"Ana"}"#)
        #expect(arguments.route.clientCertificateFile == "/certificate.pem")
        #expect(arguments.route.clientKeyFile == "/mine.pem")
        server.settings.userID = nil
        #expect(throws: ValidationError.self) {
            try self.arguments(["--user-info", "{}"], server)
        }
    }

    @Test("another place has its own port, path and certificates")
    func place() throws {
        let arguments = try self.arguments(["--cluster", "eu"])
        #expect(arguments.server.cluster == "eu")
        #expect(arguments.server.host == nil)
        #expect(arguments.server.port == nil)
        #expect(arguments.server.path == nil)
        #expect(!arguments.route.noTLS)
        #expect(arguments.route.trustRootsFile == nil)
        #expect(arguments.server.key == "prod-key")
    }

    @Test("channels of a command replace those of the server")
    func channels() throws {
        let arguments = try self.arguments([], takesChannels: false)
        #expect(try arguments.channels().isEmpty)
    }

    @Test("a given name replaces the user of the server")
    func name() throws {
        let arguments = try self.arguments(["--name", "Ben"])
        #expect(arguments.identity.givenUserID == nil)
        #expect(arguments.identity.userID != "ana")
    }

    @Test("a given endpoint authorizes; the secret stays for the HTTP API")
    func endpoint() throws {
        let given = ["--auth-endpoint", "http://x"]
        #expect(try self.arguments(given).identity.secretFile == "/secret")
        var server = self.prod
        server.settings.appID = nil
        let arguments = try self.arguments(given, server)
        #expect(arguments.identity.secretFile == nil)
        #expect(arguments.identity.authEndpoint == "http://x")
    }

    @Test("a given secret replaces the endpoint of the server")
    func secret() throws {
        var server = self.prod
        server.settings.appID = nil
        server.settings.secretFile = nil
        server.settings.authEndpoint = "http://x"
        server.settings.authHeaders = ["A=b"]
        let arguments = try self.arguments(["--secret-file", "/mine"], server)
        #expect(arguments.identity.authEndpoint == nil)
        #expect(arguments.identity.authHeaders == [])
        let other = try self.arguments([], server)
        #expect(other.identity.authEndpoint == "http://x")
        #expect(other.identity.authHeaders == ["A=b"])
    }

    @Test("the endpoint for the user is taken if the user signs in")
    func user() throws {
        var server = self.prod
        server.settings.userAuthEndpoint = "http://u"
        #expect(try self.arguments([], server).identity.userAuthEndpoint == nil)
        #expect(try self.arguments(["--sign-in"], server).identity.userAuthEndpoint == "http://u")
    }

    @Test("for any other server, only what is about none is kept")
    func anyServer() throws {
        let arguments = try self.arguments([
            "--policy", "pusher-js", "--name", "Ben", "--no-proxy", "--secret-file", "/mine",
        ]).forAnyServer()
        #expect(arguments.reconnection?.policy == "pusher-js")
        #expect(arguments.identity.name == "Ben")
        #expect(arguments.route.noProxy)
        #expect(arguments.identity.secretFile == nil)
        #expect(arguments.server.key == nil)
        #expect(!arguments.namesServer)
    }

    @Test(
        "a program that knows the secret is asked without a shell, and says nothing when it fails")
    func program() throws {
        var server = self.prod
        server.settings.secretFile = nil
        server.settings.secretProgram = .words(["printf", "%s", "$HOME;x\\n"])
        let secret = try self.arguments([], server).identity.appSecret(environment: [:])
        #expect(secret?.searchedBytes == Array("$HOME;x\\n".utf8))
        server.settings.secretProgram = .words(["sh", "-c", "echo hunter2; exit 3"])
        let failing = try self.arguments([], server)
        let error = #expect(throws: ValidationError.self) {
            try failing.identity.appSecret(environment: ["BUOY_SECRET": "other"])
        }
        #expect(
            error?.message
                == "secret_command: sh failed, so there is no secret: exit status 3")
        server.settings.secretProgram = .words([Nowhere.file])
        let missing = try self.arguments([], server)
        #expect(throws: ValidationError.self) {
            try missing.identity.appSecret(environment: [:])
        }
    }

    @Test("the secret of a .env file is read when it is used, and a given one wins")
    func environmentFile() throws {
        let file = try TemporaryFile("REVERB_APP_KEY=k\nREVERB_APP_SECRET=hunter2\n")
        var server = self.prod
        server.settings.secretFile = nil
        server.settings.environmentFile = file.path
        let arguments = try self.arguments([], server)
        let secret = try arguments.identity.appSecret(environment: ["BUOY_SECRET": "other"])
        #expect(secret?.searchedBytes == Array("hunter2".utf8))
        let given = try self.arguments(["--secret-file", "/mine"], server)
        #expect(given.identity.secretFile == "/mine")
        #expect(given.identity.environmentFile.value == nil)
        #expect(!"\(arguments)".contains("hunter2"))
    }

    @Test("cookies need an endpoint, a private file, and no header of their own")
    func cookies() throws {
        let line = "x.test\tFALSE\t/\tFALSE\t0\tname\thunter2hunter2\n"
        let file = try TemporaryFile(line)
        func method(_ given: [String]) throws -> AuthMethod {
            let all = ["--key", "k", "--host", "h"] + given
            return try Connecting.parse(all).connection.channelsOptions(environment: [:]).authMethod
        }
        let cookies = ["--auth-cookies", file.path]
        let endpoint = ["--auth-endpoint", "https://x.test/auth"]
        guard case .endpoint(let made) = try method(endpoint + cookies) else {
            Issue.record("no endpoint")
            return
        }
        #expect(made.session?.values.contains("hunter2hunter2") == true)
        #expect(throws: ValidationError.self) { try method(cookies) }
        #expect(throws: ValidationError.self) {
            try method(endpoint + cookies + ["--auth-header", "Cookie=a=b"])
        }
        let open = try TemporaryFile(line, permissions: 0o644)
        #expect(throws: ValidationError.self) {
            try method(endpoint + ["--auth-cookies", open.path])
        }
        let wrong = try TemporaryFile("a=b")
        let error = #expect(throws: ValidationError.self) {
            try method(endpoint + ["--auth-cookies", wrong.path])
        }
        #expect(error?.message.contains("not a cookie file") == true)
    }

    @Test("what cannot be used together with the server is told")
    func contradiction() throws {
        #expect(throws: (any Error).self) {
            try Connecting.parse(["--server", "a", "--cluster", "eu", "--host", "h"])
        }
        let several = [self.prod, NamedServer(name: "b", place: .host("h"), key: "k")]
        let error = #expect(throws: ValidationError.self) { try several.one(for: "tail") }
        #expect(error?.message == "tail uses one server, not prod and b: use one --server.")
    }
}
