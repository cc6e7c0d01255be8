import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("Keeping web pages out")
struct WebPageGateTests {
    private func status(
        _ headers: [HTTPHeader], address: String = "127.0.0.1", hosts: [String] = [],
        origins: [String] = []
    ) -> Int? {
        let gate = WebPageGate(address: address, allowedHosts: hosts, allowedOrigins: origins)
        let request = HTTPRequest(
            method: "GET", origin: HTTPOrigin(host: "", port: 0), target: "/", headers: headers)
        switch gate.judge(request) {
        case .pass: return nil
        case .refuse(let response): return response.status
        }
    }

    @Test(
        "only our own names and addresses are answered for",
        arguments: [
            ("localhost", nil), ("localhost:6001", nil), ("LocalHost:6001", nil),
            ("127.0.0.1:1", nil), ("[::1]:6001", nil), ("[::1]", nil),
            ("evil.example:6001", 403), ("127.0.0.1.evil.example", 403), ("localhost.evil", 403),
            ("10.0.2.2:6030", nil), ("[fe80::1%25eth0]", nil), ("127.1", 403), ("2130706433", 403),
            ("localhost.", nil), ("evil.example.", 403), ("", 403), (":6001", 403), ("[::1", 403),
            ("[::1]x", 403),
            ("localhost:x", 403), ("localhost:99999", 403), ("localhost@evil.example", 403),
        ] as [(String, Int?)])
    func hosts(host: String, status: Int?) {
        #expect(self.status([HTTPHeader("Host", host)]) == status)
    }

    @Test("a request names exactly one host")
    func hostCount() {
        #expect(self.status([]) == 400)
        let twice = [HTTPHeader("Host", "localhost"), HTTPHeader("host", "evil.example")]
        #expect(self.status(twice) == 400)
    }

    @Test(
        "pages of other origins are refused",
        arguments: [
            ("http://localhost:3000", nil), ("https://127.0.0.1", nil), ("http://[::1]:1", nil),
            ("https://good.example:8443", nil), ("http://evil.example", 403), ("null", 403),
            ("file://", 403), ("", 403), ("http://localhost.evil.example", 403),
            ("https://good.example", 403),
        ] as [(String, Int?)])
    func origins(origin: String, status: Int?) {
        let headers = [HTTPHeader("Host", "localhost"), HTTPHeader("Origin", origin)]
        #expect(self.status(headers, origins: ["https://good.example:8443"]) == status)
    }

    @Test("this machine's names are ours, on every address that is listened on")
    func machine() {
        #expect(
            MachineName.names(of: "Desk.example.org") == [
                "Desk.example.org", "Desk", "Desk.local",
            ])
        #expect(MachineName.names(of: "") == [])
        for address in ["127.0.0.1", "0.0.0.0"] {
            for name in MachineName.names {
                #expect(self.status([HTTPHeader("Host", "\(name):1")], address: address) == nil)
            }
        }
    }

    @Test("the refusal of a host names the option that allows it")
    func advice() {
        let gate = WebPageGate(address: "127.0.0.1")
        #expect {
            try gate.host(of: [HTTPHeader("Host", "tunnel.test:80")])
        } throws: { error in
            (error as? RouteRefusal)?.text.hasSuffix("--allow-host tunnel.test") == true
        }
    }

    @Test("listening on every address, any address is ours, but no name")
    func everyAddress() {
        for address in ["0.0.0.0", "::"] {
            #expect(self.status([HTTPHeader("Host", "192.168.7.9:1")], address: address) == nil)
            #expect(self.status([HTTPHeader("Host", "[fe80::1]:1")], address: address) == nil)
            #expect(self.status([HTTPHeader("Host", "evil.example")], address: address) == 403)
        }
    }

    @Test("listening on every address, pages of the address called are ours, of others not")
    func pagesOfAddresses() {
        let host = HTTPHeader("Host", "192.168.7.9:1")
        for (origin, status) in [
            ("http://192.168.7.9:3000", nil), ("http://localhost:3000", nil),
            ("http://203.0.113.6", 403), ("http://[2001:db8::1]", 403),
        ] as [(String, Int?)] {
            let headers = [host, HTTPHeader("Origin", origin)]
            #expect(self.status(headers, address: "0.0.0.0") == status)
        }
    }

    @Test("the address that is listened on and names that are allowed are ours")
    func allowed() {
        #expect(self.status([HTTPHeader("Host", "10.0.0.1:1")], address: "10.0.0.1") == nil)
        #expect(self.status([HTTPHeader("Host", "demo.test")], hosts: ["Demo.test"]) == nil)
    }
}
