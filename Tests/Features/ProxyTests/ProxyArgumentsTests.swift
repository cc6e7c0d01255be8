import ArgumentParser
import Testing

@testable import Proxy

@Suite("the options of buoy proxy")
struct ProxyArgumentsTests {
    @Test(
        "a server is a host and a port, with TLS if that is said or usual",
        arguments: [
            ("127.0.0.1:6001", "127.0.0.1", 6001, false), ("ws.test:443", "ws.test", 443, true),
            ("ws://ws.test:443", "ws.test", 443, false), ("wss://ws.test", "ws.test", 443, true),
            ("wss://ws.test:8443/", "ws.test", 8443, true), ("[::1]:6001", "::1", 6001, false),
            ("http://ws.test", "ws.test", 80, false),
        ])
    func servers(text: String, host: String, port: Int, hasTLS: Bool) throws {
        let upstream = try #require(ProxyArguments.upstream(text, nil))
        #expect(upstream.host == host)
        #expect(upstream.port == port)
        #expect((upstream.tls != nil) == hasTLS)
    }

    @Test(
        "what is no server is refused",
        arguments: [
            "", "ws.test", ":6001", "ws.test:0", "ws.test:99999", "ws://a/path",
            "::1:6001",
        ])
    func noServers(text: String) {
        #expect(ProxyArguments.upstream(text, nil) == nil)
    }

    @Test(
        "options that do not fit are refused",
        arguments: [
            [], ["--to", "a:1", "--cluster", "eu"], ["--to", "a:1", "--tls-key", "k.pem"],
            ["--to", "a:1", "--listen", "6030"],
        ])
    func refused(arguments: [String]) {
        #expect(throws: (any Error).self) { try ProxyArguments.parse(arguments) }
    }

    @Test("a cluster is reached with TLS")
    func cluster() throws {
        let options = try ProxyArguments.parse(["--cluster", "eu", "--listen", "127.0.0.1:0"])
            .options()
        #expect(options.upstream.address == "ws-eu.pusher.com:443")
        #expect(options.upstream.tls != nil)
        #expect(options.port == 0)
    }
}
