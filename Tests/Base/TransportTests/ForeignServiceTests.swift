import ChannelsBasics
import ChannelsTransport
import Testing

@Suite("Other services on the port")
struct ForeignServiceTests {
    private static let answers: [(String, String, String)] = [
        ("SSH-2.0-OpenSSH_9.2p1\r\n", "an SSH server", "SSH-2.0-OpenSSH_9.2p1"),
        ("220 mail.test ESMTP Postfix\r\n", "a mail server (SMTP)", "220 mail.test ESMTP Postfix"),
        ("220 (vsFTPd 3.0.5) FTP\r\n", "an FTP server", "220 (vsFTPd 3.0.5) FTP"),
        ("-ERR unknown command\r\n", "Redis", "-ERR unknown command"),
        ("J\u{0}\u{0}\u{0}\u{A}8.0.36\u{0}rest", "MySQL or MariaDB", "8.0.36"),
        (
            "\u{0}\u{0}\u{12}\u{4}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{3}",
            "a server for HTTP/2 only", ""
        ),
        ("ERROR\r\n", "memcached", "ERROR"), ("AMQP\u{0}\u{0}\u{9}\u{1}", "an AMQP broker", "AMQP"),
        ("INFO {\"server_id\":1}\r\n", "NATS", "INFO {\"server_id\":1}"),
        ("+OK ready\r\n", "a POP3 server", "+OK ready"),
        ("SSH-\u{1B}[2Jx\r\n", "an SSH server", "SSH-"),
    ]

    @Test("the first bytes name the service", arguments: answers)
    func names(bytes: String, name: String, banner: String) throws {
        let service = try #require(ForeignService(bytes.utf8))
        #expect(service.name == name)
        #expect(service.banner == banner)
        let text = TransportError.foreignService(service).description
        #expect(text.hasPrefix("The port belongs to \(name)"))
        #expect(text.hasSuffix("Check the host and port."))
    }

    @Test(
        "what may be anything is not named",
        arguments: ["", "S", "hello", "\u{0}\u{0}", "HTTP/1.1"])
    func unknown(bytes: String) { #expect(ForeignService(bytes.utf8) == nil) }

    @Test("names that only containers know, and clusters that do not exist")
    func hosts() {
        for (host, words) in [
            ("reverb", "looks like a Docker service"), ("laravel.test", "looks like a Docker"),
            ("ws-eu-west-1.pusher.com", "There is no cluster \"eu-west-1\": use one of mt1, us2"),
            ("api-nope.pusher.com", "There is no cluster \"nope\""),
            ("ws-eu.pusher.com", "Check the name and the network."),
            ("ws.example.com", "Check the name and the network."),
            ("localhost", "Check the name and the network."),
        ] {
            let error = TransportError.nameNotResolved(host: host, cause: "unknown host name")
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test("a certificate that came without its issuer")
    func chain() {
        var failure = TLSFailure(
            host: "a.example", reason: "unable to get local issuer certificate",
            certificateNames: ["a.example"], isCertificate: true)
        failure.missingIssuer = "R3"
        let system = TransportError.tlsFailed(failure).description
        #expect(system.contains("does not send its intermediate certificate (R3)"))
        #expect(system.contains("If R3 is your own CA"))
        failure.hasOwnRoots = true
        #expect(!TransportError.tlsFailed(failure).description.contains("your own CA"))
    }

    @Test("a port without TLS that says what it is")
    func withoutTLS() {
        var failure = TLSFailure(
            host: "a.example", reason: "wrong version number", isCertificate: false)
        #expect(TransportError.tlsFailed(failure).parts(in: .library).obstacle == .plainPort)
        failure.service = ForeignService("SSH-2.0-x\r\n".utf8)
        let parts = TransportError.tlsFailed(failure).parts(in: .library)
        #expect(parts.obstacle == .otherService && parts.what.contains("SSH"))
    }
}
