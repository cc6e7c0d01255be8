import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsTransport
import Testing

@Suite("Where a client connects to", .inTurn)
struct ConnectionTargetTests {
    /// Where the first attempt goes.
    private static func endpoint(
        _ change: (inout ChannelsOptions) -> Void
    ) async throws -> WebSocketEndpoint {
        let scene = try ClientScene {
            $0.route.port = nil
            change(&$0)
        }
        var endpoint = WebSocketEndpoint(HTTPOrigin(host: "", port: 0), target: "")
        try await scene.play { scene in
            await scene.client.connect()
            endpoint = await scene.network.nextAttempt().endpoint
        }
        return endpoint
    }

    @Test("a cluster gives the host of the hosted service, with TLS on 443 and without on 80")
    func cluster() async throws {
        let secure = try await Self.endpoint {
            $0.route.host = .cluster("eu")
            $0.route.usesTLS = true
        }
        #expect(secure.origin.host == "ws-eu.pusher.com")
        #expect(secure.origin.port == 443)
        #expect(secure.origin.tls != nil)
        let plain = try await Self.endpoint { $0.route.host = .cluster("mt1") }
        #expect(plain.origin.host == "ws-mt1.pusher.com")
        #expect(plain.origin.port == 80)
        #expect(plain.origin.tls == nil)
    }

    @Test(
        "a path stands before /app in the target, as it was given",
        arguments: ["", "/", "/prefix", "/a/b%20c"])
    func path(_ path: String) async throws {
        let target = try await Self.endpoint { $0.route.path = path }.target
        #expect(target.hasPrefix("\(path)/app/key?protocol=7&"))
    }

    @Test(
        "TLS has a port of its own where one is given",
        arguments: [
            (nil, nil, 80, 443), (6001, nil, 6001, 6001), (nil, 6443, 80, 6443),
            (6001, 6443, 6001, 6443),
        ] as [(Int?, Int?, Int, Int)])
    func ports(port: Int?, tlsPort: Int?, plain: Int, secure: Int) async throws {
        for usesTLS in [false, true] {
            let endpoint = try await Self.endpoint {
                $0.route.port = port
                $0.tlsPort = tlsPort
                $0.route.usesTLS = usesTLS
            }
            #expect(endpoint.origin.port == (usesTLS ? secure : plain))
            #expect((endpoint.origin.tls != nil) == usesTLS)
        }
    }

    @Test(
        "4000 is answered with TLS: on the same port, or on the one for TLS",
        arguments: [nil, 6443])
    func switchesToTLS(tlsPort: Int?) async throws {
        try await ClientScene(policy: .standard) { $0.tlsPort = tlsPort }.play { scene in
            await scene.client.connect()
            let first = await scene.network.nextAttempt()
            #expect(first.endpoint.origin.port == 6001)
            #expect(first.endpoint.origin.tls == nil)
            first.accept().end(4000)
            let second = await scene.network.nextAttempt()
            #expect(second.endpoint.origin.port == tlsPort ?? 6001)
            #expect(second.endpoint.origin.tls != nil)
            #expect(second.endpoint.origin.host == first.endpoint.origin.host)
            #expect(second.endpoint.target == first.endpoint.target)
        }
    }

    @Test("a port that is none is refused", arguments: [0, -1, 65536])
    func badPort(_ port: Int) {
        #expect(throws: ChannelsError.self) { try ClientScene { $0.route.port = port } }
        #expect(throws: ChannelsError.self) { try ClientScene { $0.tlsPort = port } }
    }
}
