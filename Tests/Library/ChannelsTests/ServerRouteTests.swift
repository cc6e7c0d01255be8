import BuoyTestSupport
import Channels
import ChannelsTransport
import Testing

struct ServerRouteTests {
    @Test(
        "a URL gives host, port, path and TLS",
        arguments: [
            ("https://a.test", "https://a.test", "wss://a.test:443"),
            ("https://a.test:443/", "https://a.test", "wss://a.test:443"),
            ("ws://a.test:6001/prefix/", "http://a.test:6001/prefix", "ws://a.test:6001"),
            ("wss://[::1]:8443", "https://[::1]:8443", "wss://[::1]:8443"),
        ])
    func urls(text: String, url: String, address: String) throws {
        let route = try ServerRoute(url: text)
        #expect(route.url == url)
        #expect(route.address == address)
    }

    @Test(
        "the client certificate is only for the server's own host; trust is for every host",
        arguments: [
            ("https://WS.test:8000/auth", true), ("https://ws.test.evil.test/auth", false),
            ("https://auth.test/auth", false),
        ])
    func endpoints(url: String, isShown: Bool) throws {
        var route = ServerRoute(host: .host("ws.test"), port: 6001)
        route.trustRootsFile = "ca.pem"
        route.clientCertificateFile = "client.pem"
        route.clientKeyFile = "client.key"
        let origin = try route.origin(of: #require(HTTPURL(url)))
        let expected = TLSClientSettings(
            trustRootsFile: "ca.pem", certificateFile: isShown ? "client.pem" : nil,
            keyFile: isShown ? "client.key" : nil)
        #expect(origin.tls == expected)
    }

    @Test("an endpoint without TLS has no certificates, and a server with TLS has all of them")
    func plain() throws {
        var route = ServerRoute(host: .cluster("eu"))
        route.clientCertificateFile = "client.pem"
        #expect(try route.origin(of: #require(HTTPURL("http://ws-eu.pusher.com/"))).tls == nil)
        route.clientCertificateFile = LoopbackCertificate.path
        let origin = try route.origin(at: route.host.apiName)
        #expect(origin.host == "api-eu.pusher.com" && origin.port == 443)
        #expect(origin.tls == TLSClientSettings(certificateFile: LoopbackCertificate.path))
    }
}
