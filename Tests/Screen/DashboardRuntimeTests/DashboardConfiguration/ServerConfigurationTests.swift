import BuoyScripts
import BuoyTestBasics
import Testing

@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

@Suite("Servers of the configuration")
struct ServerConfigurationTests {
    private func servers(_ text: String) throws -> [NamedServer] {
        try ConfigurationFile(text: text, file: "/etc/c.toml", home: "/home/ana").servers
    }

    /// The errors, without the name of the file.
    private func errors(_ text: String) -> [String] {
        do throws(ConfigurationErrors) {
            _ = try ConfigurationFile(text: text, file: "c.toml")
            return []
        } catch {
            return error.errors.map { $0.description.replacing("c.toml:", with: "") }
        }
    }

    @Test("every key is read, and paths begin at the folder of the file")
    func everyKey() throws {
        let text = """
            [layouts.mine]
            preset = "events"
            [servers.prod]
            host = "ws.example.com"
            port = 6001
            path = "/ws"
            key = "app-key"
            tls = false
            ca_file = "ca.pem"
            client_certificate = "/c.pem"
            client_key = "~/c.key"
            secret_command = ["pass", "show", "buoy/prod"]
            encryption_key_file = "master"
            origin = "https://shop.example"
            headers = { X-Tenant = "7", Cookie = "@cookie" }
            app_id = "7"
            user_id = "ana"
            channels = ["orders", "presence-lobby"]
            layout = "mine"
            theme = "nord"
            color = "red"
            read_only = true
            [servers.prod.auth]
            endpoint = "https://example.com/auth"
            user_endpoint = "https://example.com/user"
            transport = "query"
            cookies = "~/jar"
            headers = { Authorization = "@token", Accept = "text/plain" }
            params = { a = "b" }
            """.replacing("params", with: "parameters")
        var expected = NamedServer(
            name: "prod", place: .host("ws.example.com"), key: "app-key")
        expected.settings.port = 6001
        expected.settings.path = "/ws"
        expected.settings.usesTLS = false
        expected.settings.trustRootsFile = "/etc/ca.pem"
        expected.settings.clientCertificateFile = "/c.pem"
        expected.settings.clientKeyFile = "/home/ana/c.key"
        expected.settings.secretProgram = .words(["pass", "show", "buoy/prod"])
        expected.settings.encryptionKeyFile = "/etc/master"
        expected.settings.origin = "https://shop.example"
        expected.settings.headers = ["Cookie=@/etc/cookie", "X-Tenant=7"]
        expected.settings.appID = "7"
        expected.settings.userID = "ana"
        expected.settings.channels = ["orders", "presence-lobby"]
        expected.settings.layout = "mine"
        expected.settings.theme = "nord"
        expected.settings.color = .red
        expected.settings.isReadOnly = true
        expected.settings.authEndpoint = "https://example.com/auth"
        expected.settings.userAuthEndpoint = "https://example.com/user"
        expected.settings.authTransport = "query"
        expected.settings.authHeaders = ["Accept=text/plain", "Authorization=@/etc/token"]
        expected.settings.authParameters = ["a=b"]
        expected.settings.authCookies = "/home/ana/jar"
        #expect(try self.servers(text) == [expected])
        let without = [ServerSetting.cluster, .secretFile].map(\.key) + [.environmentFile]
        for key in ServerKey.allCases where !without.contains(key) {
            #expect(text.contains("\(key.ownName) = "), "\(key.name) is not tested")
        }
    }

    @Test("the file of an app that has the secret is found from the folder of the configuration")
    func environmentFile() throws {
        let text = "[servers.s]\nhost = \"h\"\nkey = \"k\"\nenv_file = \"shop/.env\""
        let servers = try self.servers(text)
        #expect(servers.map(\.settings.environmentFile) == ["/etc/shop/.env"])
    }

    /// The keys whose value is a string that the user chooses.
    private static let textKeys = [
        "host", "cluster", "path", "key", "ca_file", "client_certificate", "client_key",
        "auth.endpoint", "auth.user_endpoint", "secret_file", "encryption_key_file", "app_id",
        "user_id", "layout", "theme",
    ]

    @Test(
        "no text of a server has a control character", arguments: Self.textKeys,
        [#"\u001B"#, #"\u0001"#, #"\r\n"#, #"\u007F"#, #"\u009B"#, #"\t"#])
    func controls(key: String, escape: String) {
        let errors = self.errors("[servers.s]\n\(key) = \"a\(escape)[2Jb\"")
        let expected = "2: \"servers.s.\(key)\" must be "
        #expect(errors.contains { $0.hasPrefix(expected) && $0.contains("control characters") })
    }

    @Test("a header, a parameter, a program and a channel have none either")
    func controlsInLists() {
        let start = "[servers.s]\nhost = \"h\"\nkey = \"k\"\nauth.endpoint = \"http://x\"\n"
        for (line, isRight) in [
            (#"auth.headers = { A = "a\r\nB: c" }"#, false),
            (#"auth.headers = { "A\u001B" = "b" }"#, false),
            (#"auth.parameters = { a = "@\u0000" }"#, false),
            (#"headers = { A = "a\r\nB: c" }"#, false), (#"headers = { A = "@file" }"#, true),
            (#"auth.parameters = { a = "é 日" }"#, true),
            (#"secret_command = ["pass\u001B"]"#, false),
            (#"secret_command = ["sh", "-c", "echo\u0000x"]"#, false),
            (#"app_id = "1"\nsecret_command = ["sh", "-c", "a\nb"]"#, true),
            (#"channels = ["a\u001B"]"#, false),
        ] {
            let text = start + line.replacing(#""\nsecret"#, with: "\"\nsecret")
            #expect(self.errors(text).isEmpty == isRight, "\(line): \(self.errors(text))")
        }
    }

    @Test("the least is a place and a key, and servers keep their order")
    func least() throws {
        let servers = try self.servers(
            "[servers.z]\ncluster = \"eu\"\nkey = \"k\"\n[servers.a]\nhost = \"h\"\nkey = \"l\"\n"
                + "secret_file = \"~/s\"\n")
        #expect(servers.map(\.name) == ["z", "a"])
        #expect(servers[0] == NamedServer(name: "z", place: .cluster("eu"), key: "k"))
        #expect(servers[1].settings.secretFile == "/home/ana/s")
    }

    @Test(
        "what is wrong is told with its line and what to do",
        arguments: [
            ("key = \"k\"", "1: [servers.s] must set either host or cluster"),
            (
                "key = \"k\"\nhost = \"h\"\ncluster = \"eu\"",
                "1: [servers.s] must set either host or cluster"
            ),
            ("host = \"h\"", "1: \"servers.s\" must be a server with an app key"),
            ("host = 1\nkey = \"k\"", "2: \"servers.s.host\" must be a quoted string"),
            (
                "host = \"h\"\nkey = \"k\"\nport = 0",
                "4: \"servers.s.port\" must be a port from 1 to 65535"
            ),
            ("host = \"h\"\nkey = \"k\"\ntls = 1", "4: \"servers.s.tls\" must be true or false"),
            (
                "host = \"h\"\nkey = \"k\"\nread-only = true",
                "4: unknown key \"read-only\"; did you mean \"read_only\"?"
            ),
            (
                "host = \"h\"\nkey = \"k\"\nlayout = \"evnts\"",
                "4: unknown value \"evnts\" for \"servers.s.layout\"; did you mean \"events\"?"
            ),
            (
                "host = \"h\"\nkey = \"k\"\ntheme = \"nrod\"",
                "4: the theme cannot be used: unknown theme \"nrod\"; did you mean \"nord\"?"
            ),
            (
                "host = \"h\"\nkey = \"k\"\ncolor = \"pink\"",
                "4: unknown value \"pink\" for \"servers.s.color\"; choose from red, yellow, green, "
                    + "cyan, blue, magenta"
            ),
            (
                "host = \"h\"\nkey = \"k\"\nsecret_command = \"pass show x\"",
                "4: \"servers.s.secret_command\" must be a program and its arguments, such as"
            ),
            (
                "host = \"h\"\nkey = \"k\"\nsecret_file = \"s\"\nsecret_command = [\"x\"]",
                "5: \"servers.s.secret_command\" must be left out: the server already has secret_file"
            ),
            (
                "host = \"h\"\nkey = \"k\"\nsecret_file = \"s\"\nenv_file = \".env\"",
                "5: \"servers.s.env_file\" must be left out: the server already has secret_file"
            ),
            (
                "host = \"h\"\nkey = \"k\"\nenv_file = \".env\"\nauth = { endpoint = \"http://x\" }",
                "4: \"servers.s.env_file\" must be left out: auth.endpoint authorizes channels"
            ),
            (
                "host = \"h\"\nkey = \"k\"\nsecret_file = \"s\"\nauth = { endpoint = \"http://x\" }",
                "4: \"servers.s.secret_file\" must be left out: auth.endpoint authorizes channels"
            ),
            (
                "host = \"h\"\nkey = \"k\"\nchannels = [\"#x\"]",
                "4: \"servers.s.channels\" must be a list of channel names"
            ),
            (
                "cluster = \"eu\"\nkey = \"k\"\nport = 1",
                "4: \"servers.s.port\" must be left out: the cluster determines it"
            ),
            (
                "host = \"h\"\nkey = \"k\"\nclient_key = \"x\"",
                "4: \"servers.s.client_key\" must be left out: it requires client_certificate"
            ),
            (
                "host = \"h\"\nkey = \"k\"\nencryption_key_file = \"x\"",
                "4: \"servers.s.encryption_key_file\" must be left out: it requires secret_file"
            ),
            (
                "host = \"h\"\nkey = \"k\"\nauth = { headers = { A = \"b\" } }",
                "4: \"servers.s.auth.headers\" must be left out: it requires auth.endpoint or "
                    + "auth.user_endpoint"
            ),
            (
                "host = \"h\"\nkey = \"k\"\nauth = { endpont = \"x\" }",
                "4: unknown key \"endpont\"; did you mean \"endpoint\"?"
            ),
        ])
    func errors(body: String, error: String) {
        let errors = self.errors("[servers.s]\n" + body)
        #expect(errors.count == 1, "\(errors)")
        #expect(errors.first?.hasPrefix(error) == true, "\(errors)")
    }

    @Test(
        "a secret in the file is refused, and is not repeated",
        arguments: [
            "secret = \"hunter2\"", "password = \"hunter2\"",
            "auth = { endpoint = \"http://x\", headers = { Authorization = \"hunter2\" } }",
            "auth = { endpoint = \"http://x\", parameters = { token = \"hunter2\" } }",
            "headers = { Cookie = \"hunter2\" }",
        ])
    func secrets(line: String) {
        let errors = self.errors("[servers.s]\nhost = \"h\"\nkey = \"k\"\n" + line)
        #expect(errors.count == 1, "\(errors)")
        #expect(errors.first?.contains("would put a secret in the configuration") == true)
        #expect(errors.first?.hasPrefix("4: ") == true, "\(errors)")
        #expect(errors.first?.contains("hunter2") == false)
    }

    @Test("a server cannot be called like a command", arguments: ["watch", "-x", "a b"])
    func names(name: String) {
        let errors = self.errors("[servers.\"\(name)\"]\nhost = \"h\"\nkey = \"k\"\n")
        #expect(errors.first?.contains("is not a valid server name") == true, "\(errors)")
    }
}

@Suite("The configuration for a server")
struct ServerLoadingTests {
    private let folder: TestFolder

    init() throws {
        self.folder = try TestFolder()
        try self.folder.write(
            """
            theme = "dracula"
            layout = "presence"
            [servers.prod]
            host = "h"
            key = "k"
            theme = "nord"
            layout = "events"
            [servers.other]
            host = "h"
            key = "k"
            """, to: ".config/buoy/config.toml")
    }

    private func load(_ name: String?) throws -> LoadedConfiguration {
        try ConfigurationLoader(
            environment: ["HOME": self.folder.path], server: name, named: name
        ).load()
    }

    @Test("a server has its own theme and layout, and otherwise those of the file")
    func settings() throws {
        let prod = try self.load("prod")
        #expect(prod.settings.theme == "nord")
        #expect(prod.settings.layout == LayoutSettings(preset: .events))
        #expect(prod.servers.map(\.name) == ["prod", "other"])
        for name in ["other", nil] {
            let loaded = try self.load(name)
            #expect(loaded.settings.theme == "dracula")
            #expect(loaded.settings.layout == LayoutSettings(preset: .presence))
        }
    }

    @Test("a theme and a layout that are chosen inside are kept for the server alone")
    func kept() throws {
        var prod = try self.load("prod")
        var settings = prod.settings
        settings.theme = "mono"
        settings.layout = LayoutSettings(preset: .debugging)
        #expect(prod.keeper.keep(settings) == nil)
        #expect(try self.load("prod").settings.theme == "mono")
        #expect(try self.load("prod").settings.layout == LayoutSettings(preset: .debugging))
        #expect(try self.load("other").settings.theme == "dracula")
        #expect(try self.load("other").settings.layout == LayoutSettings(preset: .presence))
    }
}
