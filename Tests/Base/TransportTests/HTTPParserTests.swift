import BuoyTestBasics
import Testing

@testable import ChannelsTransport

struct HTTPParserTests {
    @Test("a response is the same whole, cut anywhere, and byte by byte")
    func responseInPieces() throws {
        let text =
            "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
            + "HTTP/1.1 200 Fine thing\r\nA: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "5;x=y\r\nhello\r\n6\r\n world\r\n0\r\nTrailer: t\r\n\r\n"
        let bytes = Array(text.utf8)
        let expected = HTTPResponse(
            status: 200, reason: "Fine thing",
            headers: [HTTPHeader("A", "1"), HTTPHeader("Transfer-Encoding", "chunked")],
            body: Array("hello world".utf8))
        #expect(try Self.response([bytes[...]]) == expected)
        #expect(try Self.response(bytes.indices.map { bytes[$0...$0] }) == expected)
        for cut in bytes.indices {
            #expect(try Self.response([bytes[..<cut], bytes[cut...]]) == expected)
        }
    }

    @Test(
        "a response that breaks the rules is refused",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
            "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1 +20 OK\r\n\r\n", "HTTP/1.1 200 OK\n\n",
            "HTTP/1.1 200 \u{0}\r\n\r\n", "HTTP/1.1 200 OK\r\nA : b\r\n\r\n",
            "HTTP/1.1 200 OK\r\nA\r\n\r\n", "HTTP/1.1 200 OK\r\n: b\r\n\r\n",
            "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", "HTTP/1.1 200 OK\r\nA: \u{1}\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n0\r\n\r\n",
        ] as [HostileString])
    func badResponseIsRefused(_ text: HostileString) {
        let text = text.text
        let bytes = Array(text.utf8)
        #expect(throws: HTTPSyntaxError.self) { _ = try Self.response([bytes[...]]) }
        #expect(throws: HTTPSyntaxError.self) {
            _ = try Self.response(bytes.indices.map { bytes[$0...$0] })
        }
    }

    @Test("whatever follows an interim response is no HTTP from its first bytes, cut anywhere")
    func notHTTPAfterInterim() {
        let interim = "HTTP/1.1 100 Continue\r\n\r\n"
        let bytes = Array((interim + "HT\u{17}").utf8)
        for cut in bytes.indices {
            #expect(throws: HTTPSyntaxError.malformed("this is not an HTTP response")) {
                try Self.response([bytes[..<cut], bytes[cut...]])
            }
        }
        #expect(throws: HTTPSyntaxError.tls) {
            try Self.response([Array((interim + "\u{16}\u{3}\u{1}").utf8)[...]])
        }
    }

    @Test("a head may have 100 headers and 16 KiB in lines of 8 KiB, not more")
    func headIsLimited() throws {
        let start = "HTTP/1.1 204 None\r\n"
        let hundred = start + String(repeating: "A: b\r\n", count: 100) + "\r\n"
        let more = start + String(repeating: "A: b\r\n", count: 101) + "\r\n"
        let longLine = start + "A: " + String(repeating: "x", count: 8_190) + "\r\n\r\n"
        let threeLines =
            start
            + String(
                repeating: "A: " + String(repeating: "x", count: 6_000) + "\r\n", count: 3) + "\r\n"
        #expect(try Self.response([Array(hundred.utf8)[...]])?.status == 204)
        for text in [more, longLine, threeLines] {
            #expect(throws: HTTPSyntaxError.self) {
                _ = try Self.response([Array(text.utf8)[...]])
            }
        }
        // Also while no line end comes.
        let endless = [UInt8](repeating: UInt8(ascii: "x"), count: 9_000)
        #expect(throws: HTTPSyntaxError.self) {
            _ = try Self.response([Array(start.utf8)[...], endless[...]])
        }
    }

    @Test("a body is refused from its announcement when that passes the limit")
    func announcedBodyIsLimited() {
        let long = "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n"
        let chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n"
        for text in [long, chunk] {
            #expect(throws: HTTPSyntaxError.bodyTooLong(limit: 10)) {
                _ = try Self.response([Array(text.utf8)[...]], bodyLimit: 10)
            }
        }
    }

    @Test("the answer to HEAD, 204 and 304 have no body whatever they announce")
    func bodilessResponses() throws {
        for (status, method) in [(200, "HEAD"), (204, "GET"), (304, "GET")] {
            let text = "HTTP/1.1 \(status) x\r\nContent-Length: 5\r\n\r\n"
            #expect(try Self.response([Array(text.utf8)[...]], method: method)?.body == [])
        }
    }

    @Test(
        "a request that could be read in two ways is refused",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n\r\n", 400),
            ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET /\u{7F} HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET / HTTP/3.0\r\nHost: a\r\n\r\n", 505),
            ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n", 501),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\nContent-Length: 3\r\n\r\n", 400),
            // The sign of the Kelvin, of which the small letter is a `k`.
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chun\u{212A}ed\r\n\r\n", 501),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\n", 400),
        ] as [(HostileString, Int)])
    func ambiguousRequestIsRefused(_ text: HostileString, _ status: Int) {
        let text = text.text
        var parser = HTTPRequestParser(bodyLimit: 100)
        Array(text.utf8).withUnsafeBytes { parser.append($0) }
        #expect(throws: HTTPSyntaxError.self) { _ = try parser.next() }
    }

    @Test("the Host header has brackets for IPv6 and no usual port")
    func hostHeader() {
        #expect(HTTPText.hostHeader(host: "a.b", port: 443, isSecure: true) == "a.b")
        #expect(HTTPText.hostHeader(host: "a.b", port: 443, isSecure: false) == "a.b:443")
        #expect(HTTPText.hostHeader(host: "::1", port: 80, isSecure: false) == "[::1]")
        #expect(
            HTTPText.hostHeader(host: "fe80::1%eth0", port: 1, isSecure: false) == "[fe80::1]:1")
    }

    @Test("a server leaves out header lines that would not be one line")
    func serverLeavesOutBadHeaders() {
        let response = HTTPResponse(
            status: 200, reason: "a\r\nb",
            headers: [HTTPHeader("A", "1\r\nB: 2"), HTTPHeader("C", "3"), HTTPHeader("", "4")])
        let text = String(
            decoding: HTTPWriter.response(response, hasBody: true, closes: true), as: UTF8.self)
        #expect(text == "HTTP/1.1 200 \r\nC: 3\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }

    static func response(
        _ pieces: [ArraySlice<UInt8>], method: String = "GET", bodyLimit: Int = 1_000_000
    ) throws(HTTPSyntaxError) -> HTTPResponse? {
        var parser = HTTPResponseParser(method: method, bodyLimit: bodyLimit)
        for piece in pieces {
            piece.withUnsafeBytes { parser.append($0) }
            var hasMore = true
            while hasMore {
                switch try parser.next() {
                case .head: break
                case .needsMore: hasMore = false
                case .whole(let response): return response
                }
            }
        }
        return nil
    }
}
