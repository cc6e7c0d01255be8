import BuoyScripts
import Testing

@Suite("Settings of a server")
struct ServerSettingsTests {
    private var configured: ServerSettings {
        var settings = ServerSettings()
        settings.host = "prod.example.com"
        settings.port = 6001
        settings.path = "/ws"
        settings.usesTLS = false
        settings.trustRootsFile = "/ca.pem"
        settings.clientCertificateFile = "/certificate.pem"
        settings.clientKeyFile = "/key.pem"
        settings.key = "prod-key"
        settings.secretFile = "/secret"
        settings.userID = "ana"
        settings.isReadOnly = true
        return settings
    }

    @Test("what is given wins, and the rest is taken")
    func filled() {
        var given = ServerSettings()
        given.port = 9
        given.usesTLS = true
        var expected = self.configured
        expected.port = 9
        expected.usesTLS = true
        #expect(given.filled(from: self.configured) == expected)
    }

    @Test("every setting is taken, from a server that has it", arguments: ServerKey.allCases)
    func each(key: ServerKey) {
        var configured = ServerSettings()
        configured.authEndpoint = "http://x"
        let value: SettingValue =
            switch key.form {
            case .number: .number(5)
            case .flag: .flag(true)
            case .word(let words): .text(words[0])
            case .program, .fields, .channels: .texts(["a=b"])
            default: .text("a")
            }
        key.set(&configured, value)
        #expect(key.isGiven(configured))
        #expect(ServerSettings().filled(from: configured) == configured)
    }

    @Test("another place has its own port, path, TLS and certificates", arguments: [true, false])
    func place(isCluster: Bool) {
        var given = ServerSettings()
        if isCluster { given.cluster = "eu" } else { given.host = "other.example.com" }
        var expected = given
        expected.key = "prod-key"
        expected.secretFile = "/secret"
        expected.userID = "ana"
        expected.isReadOnly = true
        #expect(given.filled(from: self.configured) == expected)
    }

    @Test("a certificate that is given comes with its own key")
    func certificate() {
        var given = ServerSettings()
        given.clientCertificateFile = "/mine.pem"
        #expect(given.filled(from: self.configured).clientKeyFile == nil)
    }

    @Test("what a variable sets is listed once")
    func variables() {
        let listed = ServerSetting.withVariable.map(\.option.name)
        let declared = ServerSetting.all.map(\.option).filter { $0.variable != .absent }.map(\.name)
        #expect(listed.count == declared.count)
        #expect(Set(listed) == Set(declared))
    }
}
