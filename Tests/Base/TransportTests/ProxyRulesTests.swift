import Testing

@testable import ChannelsTransport

struct ProxyRulesTests {
    private static func route(
        _ environment: [String: String], isSecure: Bool = true, _ host: String = "ws.test",
        port: Int = 443
    ) throws -> String? {
        let origin = HTTPOrigin(
            host: host, port: port, tls: isSecure ? TLSClientSettings() : nil)
        return try ProxyRules(environment: environment).proxy(to: origin)?.host
    }

    @Test("TLS and plain connections have variables of their own, and a common one behind them")
    func variables() throws {
        let environment = [
            "https_proxy": "http://secure", "http_proxy": "http://plain", "all_proxy": "http://all",
        ]
        for isSecure in [true, false] {
            #expect(
                try Self.route(environment, isSecure: isSecure) == (isSecure ? "secure" : "plain"))
            #expect(try Self.route(["ALL_PROXY": "socks5://all"], isSecure: isSecure) == "all")
            #expect(try Self.route(["all_proxy": "socks5://all"], isSecure: isSecure) == "all")
            #expect(try Self.route([:], isSecure: isSecure) == nil)
        }
        #expect(try Self.route(["HTTPS_PROXY": "http://upper"]) == "upper")
        #expect(try Self.route(["HTTPS_PROXY": "http://upper", "https_proxy": "low"]) == "low")
        #expect(try Self.route(["HTTPS_PROXY": "http://upper", "https_proxy": " "]) == "upper")
        #expect(try Self.route(["http_proxy": "http://plain"], isSecure: true) == nil)
        #expect(try Self.route(["https_proxy": "http://secure"], isSecure: false) == nil)
    }

    @Test("HTTP_PROXY in capitals is not trusted")
    func httpoxy() throws {
        #expect(try Self.route(["HTTP_PROXY": "http://evil"], isSecure: false) == nil)
    }

    @Test(
        "this machine is never proxied",
        arguments: [
            "localhost", "LOCALHOST", "localhost.", "a.localhost", "127.0.0.1", "127.9.8.7", "::1",
            "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1",
        ])
    func loopback(_ host: String) throws {
        #expect(try Self.route(["ALL_PROXY": "http://p"], isSecure: false, host) == nil)
    }

    @Test(
        "what only looks like this machine is proxied",
        arguments: ["notlocalhost", "localhost.test", "128.0.0.1", "::2", "127.test", "10.0.0.1"])
    func notLoopback(_ host: String) throws {
        #expect(try Self.route(["ALL_PROXY": "http://p"], isSecure: false, host) == "p")
    }

    @Test(
        "the exceptions are kept",
        arguments: [
            ("*", "ws.test", 443, true), ("other.test, *", "ws.test", 443, true),
            ("", "ws.test", 443, false), (",, ,", "ws.test", 443, false),
            ("ws.test", "ws.test", 443, true), ("WS.test.", "ws.TEST.", 443, true),
            ("ws.test", "a.ws.test", 443, true), ("ws.test", "aws.test", 443, false),
            ("ws.test", "ws.test.evil", 443, false),
            (".ws.test", "a.ws.test", 443, true), (".ws.test", "ws.test", 443, true),
            (".ws.test", "aws.test", 443, false), ("*.ws.test", "a.b.ws.test", 443, true),
            ("*.ws.test", "aws.test", 443, false), (".", "ws.test", 443, false),
            ("a.test b.test,c.test", "b.test", 1, true), ("a.test,c.test", "b.test", 1, false),
            ("ws.test:443", "ws.test", 443, true), ("ws.test:443", "ws.test", 80, false),
            ("ws.test:443", "a.ws.test", 443, true), ("ws.test:no", "ws.test", 443, false),
            ("192.0.2.1", "192.0.2.1", 443, true), ("192.0.2.1", "192.0.2.10", 443, false),
            ("2.1", "192.0.2.1", 443, false), ("192.0.2.1:80", "192.0.2.1", 443, false),
            ("192.0.2.0/24", "192.0.2.200", 443, true), ("192.0.2.0/24", "192.0.3.1", 1, false),
            ("192.0.2.128/25", "192.0.2.127", 1, false), ("192.0.2.128/25", "192.0.2.129", 1, true),
            ("0.0.0.0/0", "192.0.2.1", 1, true), ("0.0.0.0/0", "2001:db8::1", 1, false),
            ("0.0.0.0/0", "ws.test", 1, false), ("192.0.2.1/32", "192.0.2.1", 1, true),
            ("2001:db8::1", "2001:DB8:0::1", 443, true), ("[2001:db8::1]", "2001:db8::1", 1, true),
            ("[2001:db8::1]:443", "2001:db8::1", 443, true),
            ("[2001:db8::1]:443", "2001:db8::1", 80, false),
            ("2001:db8::/33", "2001:db8:7fff::1", 1, true),
            ("2001:db8::/33", "2001:db8:8000::1", 1, false),
            ("fe80::1", "fe80::1%eth0", 1, true),
        ])
    func exceptions(_ list: String, _ host: String, _ port: Int, _ isException: Bool) throws {
        for name in ["no_proxy", "NO_PROXY"] {
            let found = try Self.route(
                ["all_proxy": "http://p", name: list], isSecure: true, host, port: port)
            #expect((found == nil) == isException)
        }
    }

    @Test(
        "a variable that is wrong is named without its value",
        arguments: [
            (["https_proxy": "ftp://me:hush@p"], "https_proxy"),
            (["HTTPS_PROXY": "http://me:hush@p:x"], "HTTPS_PROXY"),
            (["ALL_PROXY": "http://hush@"], "ALL_PROXY"),
            (["ALL_PROXY": "http://p", "NO_PROXY": "hush/24"], "NO_PROXY"),
            (["ALL_PROXY": "http://p", "no_proxy": "192.0.2.0/33"], "no_proxy"),
            (["ALL_PROXY": "http://p", "no_proxy": "192.0.2.0/-1"], "no_proxy"),
        ])
    func wrongVariable(_ environment: [String: String], _ name: String) {
        do {
            let proxy = try Self.route(environment)
            Issue.record("\(String(describing: proxy))")
        } catch let error as TransportError {
            #expect(error.description.contains("the variable \(name) is invalid"))
            #expect(!error.description.contains("hush"))
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test("a variable that is wrong disturbs only who would use it")
    func wrongVariableIsLocal() throws {
        let environment = ["http_proxy": "http://p:x", "https_proxy": "http://p"]
        #expect(try Self.route(environment, isSecure: true) == "p")
        #expect(try Self.route(environment, isSecure: false, "localhost") == nil)
        #expect(throws: TransportError.self) { try Self.route(environment, isSecure: false) }
    }
}
