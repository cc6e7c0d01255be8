import Testing

@testable import ChannelsTransport

struct ProxySettingsTests {
    @Test(
        "the address of a proxy is read",
        arguments: [
            ("http://proxy.test:3128", .http, "proxy.test", 3128, nil, nil),
            ("http://proxy.test", .http, "proxy.test", 80, nil, nil),
            ("https://proxy.test/", .https, "proxy.test", 443, nil, nil),
            ("socks5://10.0.0.1", .socks5, "10.0.0.1", 1080, nil, nil),
            ("SOCKS5H://proxy.test:9050", .socks5, "proxy.test", 9050, nil, nil),
            ("proxy.test:8080", .http, "proxy.test", 8080, nil, nil),
            ("proxy.test", .http, "proxy.test", 80, nil, nil),
            ("proxy.test:", .http, "proxy.test", 80, nil, nil),
            ("http://[::1]:3128", .http, "::1", 3128, nil, nil),
            ("http://[2001:db8::1]", .http, "2001:db8::1", 80, nil, nil),
            ("http://me:secret@proxy.test:1", .http, "proxy.test", 1, "me", "secret"),
            ("me:secret@proxy.test:1", .http, "proxy.test", 1, "me", "secret"),
            ("http://me@proxy.test", .http, "proxy.test", 80, "me", ""),
            ("http://@proxy.test", .http, "proxy.test", 80, nil, nil),
            ("http://a:b@c:d@proxy.test", .http, "proxy.test", 80, "a", "b@c:d"),
            ("http://%6De:p%40ss%2F%25%C3%A4@[::1]", .http, "::1", 80, "me", "p@ss/%ä"),
            ("socks5://a%3Ab:c@proxy.test", .socks5, "proxy.test", 1080, "a:b", "c"),
        ] as [(String, ProxySettings.Kind, String, Int, String?, String?)])
    func reads(
        _ url: String, _ kind: ProxySettings.Kind, _ host: String, _ port: Int, _ user: String?,
        _ password: String?
    ) throws {
        let credentials = user.map { ProxySettings.Credentials(user: $0, password: password ?? "") }
        #expect(
            try ProxySettings(url: url)
                == ProxySettings(kind: kind, host: host, port: port, credentials: credentials))
    }

    @Test(
        "an address that cannot be used says why, without the text",
        arguments: [
            ("ftp://me:hush@proxy.test", "scheme"), ("me:hush://x@proxy.test", "scheme"),
            ("http://me:hush@", "no host"), ("http://", "no host"), ("", "no host"),
            ("http://me:hush@pro xy.test", "no host"), ("http://me:hush@%41.test", "no host"),
            ("http://me:hush@proxy.test:0", "port"), ("http://me:hush@proxy.test:65536", "port"),
            ("http://me:hush@proxy.test:80a", "port"), ("http://me:hush@proxy.test:-1", "port"),
            ("http://me:hush@proxy.test:99999999999999999999", "port"),
            ("http://me:hush@proxy.test/path", "after the host"),
            ("http://me:hu/sh@proxy.test", "after the host"),
            ("http://me:hush@proxy.test?x", "after the host"),
            ("http://me:hush@::1", "brackets"), ("http://me:hush@::1:80", "brackets"),
            ("http://me:hush@[::1", "lacks its closing bracket"),
            ("http://me:hush@[::1]80", "port"),
            ("http://me:hush@[proxy.test]", "not an IPv6"),
            ("http://me:hush@[127.0.0.1]", "not an IPv6"),
            ("http://me:hush%@proxy.test", "%25"), ("http://me:hush%4@proxy.test", "%25"),
            ("http://me:hush%zz@proxy.test", "%25"), ("http://me:hush%+1@proxy.test", "%25"),
            ("http://me:hush%FF@proxy.test", "UTF-8"),
            ("http://m%3Ae:hush@proxy.test", "colon"),
            ("http://me:hush%0A@proxy.test", "control"), ("socks5://:hush@proxy.test", "255"),
            ("socks5://me:\(String(repeating: "hush", count: 64))@proxy.test", "255"),
        ])
    func refuses(_ url: String, _ words: String) {
        do {
            let settings = try ProxySettings(url: url)
            Issue.record("read as \(settings)")
        } catch {
            guard case .proxySettings = error else {
                Issue.record("\(error)")
                return
            }
            #expect(error.description.contains(words), "\(error)")
            for text in ["hush", ".test", "sh@"] { #expect(!error.description.contains(text)) }
        }
    }

    @Test("no way of printing shows the login")
    func printingHides() throws {
        let settings = try ProxySettings(url: "http://someone:hush@proxy.test:3128")
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "a", port: 1, proxy: settings), target: "/")
        let origin = HTTPOrigin(host: "a", port: 1, proxy: settings)
        let rules = ProxyRules(environment: ["https_proxy": "http://someone:hush@proxy.test"])
        let login = try #require(settings.credentials)
        for value in [settings, endpoint, origin, rules, login] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("hush") && !text.contains("someone"), "\(text)")
            }
        }
        #expect(settings.description == "http://••••••••@proxy.test:3128")
        #expect(settings.address == "http://proxy.test:3128")
        #expect(try ProxySettings(url: "socks5h://[::1]").description == "socks5://[::1]:1080")
    }
}
