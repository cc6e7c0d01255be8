import ChannelsTransport
import Testing

@testable import Channels

/// Which cookies a request gets.
struct CookieJarTests {
    private static let now: Int64 = 1_800_000_000

    private static func jar(_ lines: String...) throws -> CookieJar {
        try #require(CookieJar(netscape: lines.joined(separator: "\n")))
    }

    private static func names(_ jar: CookieJar, _ url: String) throws -> [String] {
        jar.cookies(for: try #require(HTTPURL(url)), at: Self.now).map(\.name)
    }

    @Test("a file of curl is read, with its marks and comments")
    func file() throws {
        let jar = try Self.jar(
            "# Netscape HTTP Cookie File", "",
            "shop.test\tFALSE\t/\tTRUE\t1900000000\tXSRF-TOKEN\ta%3D%3D",
            "#HttpOnly_.shop.test\tTRUE\t/\tFALSE\t0\tshop_session\tb")
        #expect(jar.cookies.map(\.name) == ["XSRF-TOKEN", "shop_session"])
        #expect(jar.cookies.map(\.value) == ["a%3D%3D", "b"])
        #expect(jar.cookies.map(\.expires) == [1_900_000_000, nil])
        #expect(jar.cookies.map(\.includesSubdomains) == [false, true])
    }

    @Test("something else is no file of cookies", arguments: ["", "# only", "a=b; c=d", "{}"])
    func wrong(text: String) { #expect(CookieJar(netscape: text) == nil) }

    @Test("domain, path, TLS and expiry choose, and the longest path comes first")
    func chosen() throws {
        let jar = try Self.jar(
            "shop.test\tFALSE\t/\tFALSE\t0\thost\t1", ".shop.test\tTRUE\t/\tFALSE\t0\tbelow\t1",
            "shop.test\tFALSE\t/api\tFALSE\t0\tapi\t1", "shop.test\tFALSE\t/\tTRUE\t0\ttls\t1",
            "shop.test\tFALSE\t/\tFALSE\t1799999999\told\t1",
            "other.test\tFALSE\t/\tFALSE\t0\tother\t1")
        #expect(try Self.names(jar, "http://shop.test/x") == ["host", "below"])
        #expect(try Self.names(jar, "https://SHOP.test/x?y=/api") == ["host", "below", "tls"])
        #expect(try Self.names(jar, "http://shop.test/api/x") == ["api", "host", "below"])
        #expect(try Self.names(jar, "http://shop.test/apis") == ["host", "below"])
        #expect(try Self.names(jar, "http://ws.shop.test/") == ["below"])
        #expect(try Self.names(jar, "http://myshop.test/") == [])
    }

    @Test("a cookie for TLS is sent to this machine without it, as browsers do")
    func loopback() throws {
        let jar = try Self.jar("localhost\tFALSE\t/\tTRUE\t0\ttls\t1")
        #expect(try Self.names(jar, "http://localhost:8000/") == ["tls"])
    }

    @Test("what a server sets replaces, adds and expires")
    func answers() throws {
        var jar = try Self.jar("shop.test\tFALSE\t/\tFALSE\t0\ta\t1")
        let url = try #require(HTTPURL("https://shop.test/auth/x"))
        for header in [
            "a=2; Path=/; HttpOnly", "b=3; Path=/; Max-Age=60; Secure",
            "c=4; Domain=.shop.test; path=/", "d=5; Path=/; expires=Wed, 21 Oct 2015 07:28:00 GMT",
            "e=6; Domain=other.test; Path=/", "f=7; Domain=test; Path=/", "nothing", "=8",
            "g=9; Max-Age=9223372036854775807; Path=/",
        ] {
            jar.take(setCookie: header, from: url, at: Self.now)
        }
        #expect(try Self.names(jar, "https://shop.test/") == ["a", "b", "c", "g"])
        #expect(jar.cookies.first?.value == "2")
        jar.take(setCookie: "a=; Max-Age=0; Path=/", from: url, at: Self.now)
        #expect(try Self.names(jar, "https://shop.test/") == ["b", "c", "g"])
        jar.take(setCookie: "h=1", from: url, at: Self.now)
        #expect(try Self.names(jar, "https://shop.test/") == ["b", "c", "g"])
        #expect(try Self.names(jar, "https://shop.test/auth/y") == ["h", "b", "c", "g"])
    }
}
