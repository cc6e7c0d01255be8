import BuoyDashboard
import BuoyServers
import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsTransport
import Glibc
import Testing

@testable import BuoyProxy

@Suite("what a proxy passes on", .inTurn)
struct ProxyPassingTests {
    @Test("messages pass in order, both ways, and so does the close code of the server")
    func bothWays() async throws {
        let bench = try await ProxyBench.echo()
        let closure = try await bench.passMessages()
        #expect(closure.code == 4200)
        #expect(closure.reason == "restart")
        await bench.close()
    }

    @Test("the close code of the client passes")
    func clientCloses() async throws {
        let ends = Mailbox<WebSocketClosure>()
        let bench = try await ProxyBench { ends.put(await $0.end()) }
        let client = try await bench.connect()
        await client.close(code: 4321, reason: "enough", timeLimit: .seconds(2))
        let closure = try #require(await ends.take())
        #expect(closure.code == 4321)
        #expect(closure.reason == "enough")
        await bench.close()
    }

    @Test("a flood arrives whole and in order, although nobody watches")
    func flood() async throws {
        let bench = try await ProxyBench(unreadLimit: 1 << 16) { connection in
            try? connection.greet()
            for start in stride(from: 0, to: 100_000, by: 100) {
                let texts = (start..<start + 100).map {
                    Array(#"{"event":"tick","channel":"ticks","data":"\#($0)"}"#.utf8)
                }
                try? await eventually { (try? connection.send(texts)) != nil }
            }
            _ = await connection.end()
        }
        let client = try await bench.connect()
        let (texts, _) = await client.texts(100_001)
        #expect(texts.count == 100_001)
        #expect(
            texts.dropFirst().enumerated().allSatisfy {
                $1 == #"{"event":"tick","channel":"ticks","data":"\#($0)"}"#
            })
        var events: [ClientReport] = []
        var (read, skipped) = (0, 0)
        // The last of what has passed may not be read yet.
        try await eventually {
            let new = await bench.proxy.takeNews().reports.flatMap(\.events)
            events += new
            for event in new {
                switch event.kind {
                case .received: read += 1
                case .skipped(let messages): skipped += messages.events
                default: break
                }
            }
            return read + skipped == 100_000
        }
        #expect(skipped > 0)
        #expect(
            events.contains {
                if case .stateChanged(let change) = $0.kind {
                    change.current == .connected
                } else {
                    false
                }
            }, "what the protocol says is read")
        await bench.close()
    }

    @Test("a client that does not read slows the server down")
    func backPressure() async throws {
        let sent = Mailbox<Int>()
        let bench = try await ProxyBench { connection in
            let block = [[UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)]
            for count in 0..<4096 where (try? connection.send(block)) == nil {
                // Room may come while the buffers of the kernel fill.
                try? await Task.sleep(for: .milliseconds(100))
                guard (try? connection.send(block)) == nil else { continue }
                sent.put(count)
                return
            }
            sent.put(.max)
        }
        let client = await onThread { [port = bench.proxy.port] in
            let socket = RawSocket.connect(port: port)
            socket.write(Self.upgrade)
            _ = socket.read(until: "\r\n\r\n")
            return socket
        }
        // 256 MiB would fit nowhere: what waits is in the kernel and in the server.
        #expect(try #require(await sent.take()) < 1024)
        withExtendedLifetime(client) {}
        await bench.close()
    }

    @Test("half a connection is passed on as it comes, and what is not a WebSocket too")
    func halfClose() async throws {
        let server = RawServer { socket in
            // Answers only when the client has said that it sends no more.
            let request = socket.readTextToEnd()
            socket.write("HTTP/1.1 200 OK\r\n\r\n\(request)")
        }
        let proxy = try await ChannelsProxy.listen(
            ProxyOptions(port: 0, upstream: .init(host: "127.0.0.1", port: server.port)))
        let answer = await onThread { [port = proxy.port] in
            let socket = RawSocket.connect(port: port)
            socket.write("POST /pusher/auth HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Y: 1\r\n\r\nbody")
            socket.finish()
            return socket.readTextToEnd()
        }
        #expect(
            answer == """
                HTTP/1.1 200 OK\r
                \r
                POST /pusher/auth HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                X-Y: 1\r
                Connection: close\r
                \r
                body
                """)
        await proxy.close()
    }

    @Test("a reset of the server reaches the client as one, and the other way round")
    func resets() async throws {
        let ends = Mailbox<Int32>()
        let server = RawServer { socket in
            _ = socket.read(until: "\r\n\r\n")
            socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n")
            if socket.read(3) == Array("one".utf8) {
                socket.resetOnClose()
            } else {
                _ = socket.read()
                ends.put(errno)
            }
        }
        let proxy = try await ChannelsProxy.listen(
            ProxyOptions(port: 0, upstream: .init(host: "127.0.0.1", port: server.port)))
        for text in ["one", "two"] {
            await onThread { [port = proxy.port] in
                let socket = RawSocket.connect(port: port)
                socket.write(Self.upgrade)
                _ = socket.read(until: "\r\n\r\n")
                socket.write(text)
                guard text == "one" else { return socket.resetOnClose() }
                _ = socket.read()
                ends.put(errno)
            }
            #expect(await ends.take() == ECONNRESET, "\(text)")
        }
        await proxy.close()
    }

    @Test("the server gets the request with its own host and without extensions")
    func request() async throws {
        let bench = try await ProxyBench { _ = await $0.end() }
        await onThread { [port = bench.proxy.port] in
            let socket = RawSocket.connect(port: port)
            socket.write(
                Self.upgrade.replacing(
                    "\r\n\r\n",
                    with: "\r\nOrigin: https://app.test\r\nSec-WebSocket-Extensions: "
                        + "permessage-deflate\r\n\r\n"))
            _ = socket.read(until: "\r\n\r\n")
        }
        let request = try #require(bench.host.requests.all.first)
        #expect(request.target == "/app/key?client=js&version=8.4.0")
        #expect(request.header("Host") == "127.0.0.1:\(bench.server.port)")
        #expect(request.header("Origin") == "https://app.test")
        #expect(request.header("Sec-WebSocket-Extensions") == nil)
        await bench.close()
    }

    @Test(
        "a request for the host of somebody else is refused and told, once for each host",
        arguments: [
            ("evil.test:6030", 403), ("localhost:6030", 101), ("192.168.7.9:6030", 101),
            ("shop.test", 101),
        ])
    func hosts(host: String, status: Int) async throws {
        let bench = try await ProxyBench(allowedHosts: ["shop.test"]) { _ = await $0.end() }
        let answers = await onThread { [port = bench.proxy.port] in
            (0..<2).map { _ in
                let socket = RawSocket.connect(port: port)
                socket.write(Self.upgrade.replacing("Host: 127.0.0.1", with: "Host: \(host)"))
                return socket.read(until: "\r\n\r\n")
            }
        }
        for answer in answers { #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(answer)") }
        let refused = await bench.proxy.takeNews().refusedHosts
        #expect(refused.map(\.host) == (status == 403 ? [host] : []))
        #expect(refused.allSatisfy { $0.sentence.contains("--allow-host") })
        #expect(bench.host.requests.all.count == (status == 403 ? 0 : 2))
        await bench.close()
    }

    @Test("the server's own name is a host of the proxy: /etc/hosts may lead it here")
    func upstreamName() async throws {
        let options = ProxyOptions(port: 0, upstream: .init(host: "ws.test", port: 80))
        let hub = ProxyHub(options)
        #expect(throws: Never.self) { try hub.gate.host(of: [HTTPHeader("Host", "ws.test")]) }
    }

    @Test("a request whose body stops makes room for others; a silent WebSocket does not")
    func room() async throws {
        let bench = try await ProxyBench(connectionLimit: 2) { _ = await $0.end() }
        let client = try await bench.connect()
        let isClosed = await onThread { [port = bench.proxy.port] in
            let silent = RawSocket.connect(port: port)
            silent.write("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nab")
            // There is room for one besides the WebSocket. Until the server is reached, it is the
            // silent one, which waits for the proxy.
            let isServed = waitUntil {
                let other = RawSocket.connect(port: port)
                other.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                return other.readTextToEnd().hasPrefix("HTTP/1.1")
            }
            return isServed && silent.readToEnd().isEmpty
        }
        #expect(isClosed)
        try client.send([Array("still here".utf8)])
        await bench.close()
    }

    @Test("a server that refuses, or whose name has no address, is a reset")
    func unreached() async throws {
        for host in ["127.0.0.1", "nowhere.invalid"] {
            let proxy = try await ChannelsProxy.listen(
                ProxyOptions(port: 0, upstream: .init(host: host, port: 1)))
            for request in [Self.upgrade, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"] {
                let number = await onThread { [port = proxy.port] in
                    let socket = RawSocket.connect(port: port)
                    socket.write(request)
                    _ = socket.read()
                    return errno
                }
                #expect(number == ECONNRESET, "\(host) \(request)")
            }
            let reports = await proxy.takeNews().reports.flatMap(\.events)
            #expect(
                reports.contains {
                    guard case .attemptFailed(_, let end, _) = $0.kind, let failure = end.failure
                    else {
                        return false
                    }
                    return failure.text.contains(host)
                }, "\(reports)")
            await proxy.close()
        }
    }

    @Test("while the server does not answer the connect, the client waits, and then is connected")
    func hanging() async throws {
        // One connection fills the queue of a listener; further ones are not answered.
        let server = FullListener()
        let filler = RawSocket.connect(port: server.port)
        let proxy = try await ChannelsProxy.listen(
            ProxyOptions(port: 0, upstream: .init(host: "127.0.0.1", port: server.port)))
        async let answer = onThread { [port = proxy.port] in
            let socket = RawSocket.connect(port: port)
            socket.write(Self.upgrade)
            return socket.read(until: "\r\n\r\n")
        }
        try await eventually {
            await proxy.takeNews().reports.flatMap(\.events).contains {
                if case .attemptStarted = $0.kind { true } else { false }
            }
        }
        let accepted = await onThread {
            let first = server.accept()
            let second = server.accept()
            _ = second.read(until: "\r\n\r\n")
            second.write("HTTP/1.1 101 Switching Protocols\r\n\r\n")
            return [first, second]
        }
        #expect(await answer.hasPrefix("HTTP/1.1 101"))
        withExtendedLifetime((filler, accepted)) {}
        await proxy.close()
    }

    @Test("an answer for a server that cannot be reached can be chosen")
    func unreachedStatus() async throws {
        var options = ProxyOptions(port: 0, upstream: .init(host: "127.0.0.1", port: 1))
        options.whenUnreachable = .status(502)
        let proxy = try await ChannelsProxy.listen(options)
        let answer = await onThread { [port = proxy.port] in
            let socket = RawSocket.connect(port: port)
            socket.write(Self.upgrade)
            return socket.readTextToEnd()
        }
        #expect(answer.hasPrefix("HTTP/1.1 502"))
        await proxy.close()
    }

    @Test("TLS on a port without it is refused at once, and told if no client is known there")
    func triesTLS() async throws {
        let bench = try await ProxyBench { _ = await $0.end() }
        let answer = await onThread { [port = bench.proxy.port] in
            let socket = RawSocket.connect(port: port)
            socket.write([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])
            return socket.readTextToEnd()
        }
        #expect(answer.hasPrefix("HTTP/1.1 400"))
        let failed = await bench.proxy.takeNews().failedHandshakes
        #expect(failed.count == 1)
        #expect(failed.first?.sentence.contains("without TLS") == true)
        await bench.close()
    }

    @Test(
        "an authorization that passes is the client's whose connection it is for",
        arguments: [("/pusher/auth", 200), ("/pusher/forbidden", 403)])
    func authorizations(path: String, status: Int) async throws {
        let bench = try await ProxyBench { connection in
            try? connection.greet("12.34")
            _ = await connection.end()
        }
        let client = try await bench.connect()
        _ = await client.texts(1)
        let body = "socket_id=12.34&channel_name=private-a"
        let answer = await onThread { [port = bench.proxy.port] in
            let socket = RawSocket.connect(port: port)
            socket.write("POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            socket.write("Content-Length: \(body.utf8.count)\r\n\r\n")
            socket.write(body)
            return socket.readTextToEnd()
        }
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"))
        let events = try await bench.news {
            if case .authorizationAnswered = $0 { true } else { false }
        }
        let states = events.compactMap { event -> SubscriptionState? in
            if case .subscriptionChanged(_, let state) = event.kind { state } else { nil }
        }
        #expect(states.first == .authorizing)
        let failure: SubscriptionFailure? =
            if case .failed(let failure)? = states.last { failure } else { nil }
        #expect(failure?.status == (status == 403 ? 403 : nil))
        await bench.close()
    }

    @Test("a server that cannot be reached can be told as the service would")
    func unreachable() async throws {
        var options = ProxyOptions(port: 0, upstream: .init(host: "127.0.0.1", port: 1))
        options.whenUnreachable = .close(4100)
        let proxy = try await ChannelsProxy.listen(options)
        let client = try await NIOWebSocketConnector().connect(
            to: WebSocketEndpoint(
                HTTPOrigin(host: "127.0.0.1", port: proxy.port), target: "/app/key")
        ) { _ in }
        let (texts, _) = await client.texts(1)
        #expect(texts.first?.contains("pusher:error") == true)
        #expect(texts.first?.contains("4100") == true)
        #expect(await client.end().code == 4100)
        let reports = await proxy.takeNews().reports.flatMap(\.events)
        #expect(
            reports.contains {
                guard case .attemptFailed(_, let end, _) = $0.kind, let failure = end.failure else {
                    return false
                }
                return failure.text.contains("127.0.0.1:1")
            }, "\(reports)")
        await proxy.close()
    }

    @Test("what is not HTTP gets a sentence")
    func noHTTP() async throws {
        let bench = try await ProxyBench { _ = await $0.end() }
        let answer = await onThread { [port = bench.proxy.port] in
            let socket = RawSocket.connect(port: port)
            socket.write("HELLO\r\n\r\n")
            return socket.readTextToEnd()
        }
        #expect(answer.hasPrefix("HTTP/1.1 400"))
        #expect(answer.contains("buoy's proxy"))
        await bench.close()
    }

    static let upgrade = """
        GET /app/key?client=js&version=8.4.0 HTTP/1.1\r
        Host: 127.0.0.1\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        \r

        """
}

/// A socket that listens, with room for a single connection that it has not accepted.
private final class FullListener: Sendable {
    let port: Int
    private let descriptor: Int32

    init() { (self.descriptor, self.port) = RawSocket.listening(backlog: 0) }

    func accept() -> RawSocket {
        RawSocket(descriptor: Glibc.accept(self.descriptor, nil, nil))
    }

    deinit { Glibc.close(self.descriptor) }
}
