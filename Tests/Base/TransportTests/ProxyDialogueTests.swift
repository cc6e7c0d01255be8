import BuoyTestBasics
import Testing

@testable import ChannelsTransport

struct ProxyDialogueTests {
    private static let login = ProxySettings.Credentials(user: "me", password: "secret")

    private static func settings(
        _ kind: ProxySettings.Kind, _ credentials: ProxySettings.Credentials? = nil
    ) -> ProxySettings {
        ProxySettings(kind: kind, host: "proxy.test", port: 1, credentials: credentials)
    }

    /// Says this to the client, in pieces of this size, and collects what it answers.
    ///
    /// - Returns: the client's answers, and what came through the tunnel when it stands.
    private static func talk(
        _ dialogue: any ProxyDialogue, _ bytes: [UInt8], pieces: Int = .max
    ) throws(ProxyFailure) -> (said: [[UInt8]], first: [UInt8]?) {
        var dialogue = dialogue
        var said: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(pieces)
            rest = rest.dropFirst(piece.count)
            piece.withUnsafeBytes { dialogue.append($0) }
            var isWaiting = false
            while !isWaiting {
                switch try dialogue.next() {
                case .needsMore: isWaiting = true
                case .send(let bytes): said.append(bytes)
                case .established(let first): return (said, first + Array(rest))
                }
            }
        }
        return (said, nil)
    }

    private static func failure(_ dialogue: any ProxyDialogue, _ bytes: [UInt8]) -> ProxyFailure? {
        do throws(ProxyFailure) {
            _ = try Self.talk(dialogue, bytes)
            return nil
        } catch {
            return error
        }
    }

    // MARK: HTTP

    @Test(
        "the CONNECT request names the server, with its port in any case",
        arguments: [
            ("ws.test", 443, "ws.test:443"), ("127.0.0.1", 80, "127.0.0.1:80"),
            ("::1", 443, "[::1]:443"), ("fe80::1%eth0", 1, "[fe80::1]:1"),
        ])
    func connectRequest(_ host: String, _ port: Int, _ target: String) throws {
        let bare = try Self.settings(.http).dialogue(host: host, port: port)
        let head =
            "CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\nUser-Agent: \(NIOHTTPRequester.userAgent)\r\n"
        #expect(String(decoding: bare.opening, as: UTF8.self) == head + "\r\n")
        let full = try Self.settings(.https, Self.login).dialogue(host: host, port: port)
        #expect(
            String(decoding: full.opening, as: UTF8.self)
                == head + "Proxy-Authorization: Basic bWU6c2VjcmV0\r\n\r\n")
    }

    @Test(
        "a 2xx answer opens the tunnel, and what is behind its head belongs to the tunnel",
        arguments: [
            "HTTP/1.1 200 Connection established\r\n\r\n", "HTTP/1.0 200\r\n\r\n",
            "HTTP/1.1 204 x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 299 OK\r\nContent-Length: 3\r\n\r\n",
        ] as [HostileString])
    func connectAnswer(_ answer: HostileString) throws {
        let answer = answer.text
        let dialogue = try Self.settings(.http).dialogue(host: "ws.test", port: 443)
        for first in ["", "\u{1}first bytes\r\n\r\n"] {
            for pieces in [1, 3, Int.max] {
                let bytes = Array((answer + first).utf8)
                let (said, through) = try Self.talk(dialogue, bytes, pieces: pieces)
                #expect(said.isEmpty)
                #expect(through == Array(first.utf8))
            }
        }
    }

    @Test(
        "another answer is a failure of the proxy, with its status",
        arguments: [
            ("407 Proxy Authentication Required", 407, true), ("403 Forbidden", 403, false),
            ("502 Bad Gateway", 502, false), ("301 Moved", 301, false), ("101 Switch", 101, false),
        ])
    func connectRefused(_ words: String, _ status: Int, _ isLogin: Bool) throws {
        let dialogue = try Self.settings(.http, Self.login).dialogue(host: "ws.test", port: 443)
        let failure = Self.failure(dialogue, Array("HTTP/1.1 \(words)\r\n\r\n".utf8))
        #expect(
            failure
                == ProxyFailure(
                    proxy: "http://proxy.test:1", status: status,
                    reason: "it refused the tunnel with \(words)", isLogin: isLogin))
    }

    @Test(
        "an answer that is no HTTP or too long is a failure of the proxy",
        arguments: [
            "\u{5}\u{0}", "SSH-2.0-x", "HTTP/2.0 200 OK\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 9_000))",
            "HTTP/1.1 200 OK\r\n"
                + String(repeating: "X: \(String(repeating: "x", count: 900))\r\n", count: 20),
            String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 9),
        ].map { HostileString($0) })
    func connectRubbish(_ answer: HostileString) throws {
        let answer = answer.text
        let dialogue = try Self.settings(.http).dialogue(host: "ws.test", port: 443)
        let failure = try #require(Self.failure(dialogue, Array(answer.utf8)))
        #expect(failure.reason.hasPrefix("it sent an invalid response: "))
        #expect(failure.status == nil && !failure.isLogin)
    }

    // MARK: SOCKS

    @Test(
        "names are sent as names, addresses as addresses",
        arguments: [
            ("ws.test", 443, [3, 7] + Array("ws.test".utf8) + [1, 187]),
            ("192.0.2.1", 80, [1, 192, 0, 2, 1, 0, 80]),
            (
                "2001:db8::1", 65_535,
                [4, 0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 255, 255]
            ),
            ("fe80::1%eth0", 1, [4, 0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1]),
        ])
    func socksRequest(_ host: String, _ port: Int, _ address: [UInt8]) throws {
        let dialogue = try Self.settings(.socks5).dialogue(host: host, port: port)
        #expect(dialogue.opening == [5, 1, 0])
        let (said, first) = try Self.talk(dialogue, [5, 0])
        #expect(said == [[5, 1, 0] + address])
        #expect(first == nil)
    }

    @Test("a login is offered and given where the proxy wants it", arguments: [UInt8(1), 5])
    func socksLogin(_ version: UInt8) throws {
        let dialogue = try Self.settings(.socks5, Self.login).dialogue(host: "a", port: 1)
        #expect(dialogue.opening == [5, 2, 0, 2])
        let request: [UInt8] = [5, 1, 0, 3, 1, 0x61, 0, 1]
        let message = [1, 2] + Array("me".utf8) + [6] + Array("secret".utf8)
        #expect(try Self.talk(dialogue, [5, 2, version, 0]).said == [message, request])
        #expect(try Self.talk(dialogue, [5, 0]).said == [request])
    }

    @Test(
        "the answer may hold an address of any kind, and what is behind it belongs to the tunnel",
        arguments: [
            [1, 0, 0, 0, 0, 0, 0], [3, 0, 0, 0], [3, 2, 0x61, 0x62, 0, 0],
            [4] + [UInt8](repeating: 9, count: 18),
        ] as [[UInt8]])
    func socksEstablished(_ bound: [UInt8]) throws {
        let dialogue = try Self.settings(.socks5).dialogue(host: "a", port: 1)
        for first in [[], [5, 1, 2, 3]] as [[UInt8]] {
            for pieces in [1, 3, Int.max] {
                let bytes = [5, 0, 5, 0, 0] + bound + first
                #expect(try Self.talk(dialogue, bytes, pieces: pieces).first == first)
            }
        }
    }

    @Test(
        "every refusal is told in words",
        arguments: [
            (1, "general failure"), (2, "rules"), (3, "network"),
            (4, "cannot reach the server"),
            (5, "refused"), (6, "timed out"), (7, "type of connection"), (8, "type of address"),
            (9, "reply 9"), (255, "reply 255"),
        ] as [(UInt8, String)])
    func socksRefused(_ code: UInt8, _ words: String) throws {
        let dialogue = try Self.settings(.socks5).dialogue(host: "a", port: 1)
        let failure = try #require(Self.failure(dialogue, [5, 0, 5, code]))
        #expect(failure.reason.contains(words))
        #expect(failure.proxy == "socks5://proxy.test:1")
        #expect(!failure.isLogin)
    }

    @Test(
        "a login that is missing, wrong or of another kind is told as such",
        arguments: [
            (nil, [5, 0xFF], "requires a login"), (nil, [5, 2], "was not offered"),
            ("me", [5, 0xFF], "does not accept a user name"), ("me", [5, 1], "was not offered"),
            ("me", [5, 2, 1, 1], "rejected the user name"),
        ] as [(String?, [UInt8], String)])
    func socksLoginFails(_ user: String?, _ answer: [UInt8], _ words: String) throws {
        let login = user.map { ProxySettings.Credentials(user: $0, password: "") }
        let dialogue = try Self.settings(.socks5, login).dialogue(host: "a", port: 1)
        let failure = try #require(Self.failure(dialogue, answer))
        #expect(failure.reason.contains(words))
        #expect(failure.isLogin)
    }

    @Test(
        "what is no SOCKS 5 is noticed",
        arguments: [
            Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), [4], [5, 0, 4, 0],
            [5, 0, 5, 0, 0, 2, 0],
        ])
    func socksRubbish(_ answer: [UInt8]) throws {
        let dialogue = try Self.settings(.socks5).dialogue(host: "a", port: 1)
        #expect(Self.failure(dialogue, answer) != nil)
    }

    @Test("what has no room in a request is refused before anything is sent")
    func noRoom() {
        let long = String(repeating: "a", count: 256)
        for (host, port) in [(long, 1), ("", 1), ("a", 65_536), ("a", -1)] {
            #expect(throws: TransportError.self) {
                _ = try Self.settings(.socks5).dialogue(host: host, port: port)
            }
        }
        #expect(throws: TransportError.self) {
            _ = try Self.settings(.http).dialogue(host: "a\r\nX: y", port: 1)
        }
        let colon = ProxySettings.Credentials(user: "a:b", password: "")
        #expect(throws: TransportError.self) {
            _ = try Self.settings(.http, colon).dialogue(host: "a", port: 1)
        }
    }
}
