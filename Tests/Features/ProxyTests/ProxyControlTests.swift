import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsTransport
import Foundation
import Testing

@testable import BuoyProxy

/// Uses `buoy proxy --control` as a test in another language does.
@Suite("the proxy's control", .inTurn)
struct ProxyControlTests {
    private let folder: TestFolder
    private var path: String { self.folder.path + "/control.json" }

    init() throws { self.folder = try TestFolder() }

    private struct Scene {
        let control: ProxyControl
        let bench: ProxyBench
        let origin: HTTPOrigin
        let token: String

        func ask(
            _ method: String, _ target: String, _ body: String = "", token: String? = nil
        ) async throws -> HTTPResponse {
            let request = HTTPRequest(
                method: method, origin: self.origin, target: target,
                headers: [HTTPHeader("Authorization", "Bearer \(token ?? self.token)")],
                body: Array(body.utf8))
            return try await NIOHTTPRequester().send(
                request, timeLimit: .seconds(10), bodyLimit: 1 << 20)
        }
    }

    private func play(_ scene: (Scene) async throws -> Void) async throws {
        let bench = try await ProxyBench { connection in
            try? connection.greet()
            while case .messages = await connection.receive() {}
        }
        let faults = ProxyFaults(bench.proxy)
        let control = ProxyControl(bench.proxy, faults, path: self.path)
        try await control.open()
        let json = try JSONValue(parsing: Array(Data(contentsOf: URL(filePath: self.path))))
        let url = try #require(json["url"]?.stringValue.flatMap { URL(string: $0) })
        let port = try #require(url.port)
        let running = Task { await faults.run() }
        try await scene(
            Scene(
                control: control, bench: bench, origin: HTTPOrigin(host: "127.0.0.1", port: port),
                token: try #require(json["token"]?.stringValue)))
        await control.end()
        running.cancel()
        await running.value
        await bench.close()
        #expect(!FileManager.default.fileExists(atPath: self.path))
    }

    @Test("a fault acts on every client, or on one")
    func faults() async throws {
        try await self.play { scene in
            let client = try await scene.bench.connect()
            _ = await client.texts(1)
            _ = try await scene.bench.news {
                if case .stateChanged(let change) = $0 {
                    change.current == .connected
                } else {
                    false
                }
            }
            let clients = try await scene.ask("GET", "/clients")
            let list = try JSONValue(parsing: clients.body).arrayValue ?? []
            #expect(list.first?["state"] == "connected")
            let number = try #require(list.first?["client"]?.intValue)
            let missing = try await scene.ask("POST", "/faults?client=99", "cut")
            #expect(missing.status == 404)
            let answer = try await scene.ask("POST", "/faults?client=\(number)", "close 4200")
            #expect(answer.status == 204)
            #expect(await client.end().code == 4200)
            #expect(try await scene.ask("POST", "/faults", "refuse\n").status == 204)
            await #expect(throws: TransportError.self) { try await scene.bench.connect() }
            #expect(try await scene.ask("POST", "/faults", "off").status == 204)
            _ = try await scene.bench.connect()
        }
    }

    @Test("a frame is sent in the name of the server, or of the client")
    func frames() async throws {
        try await self.play { scene in
            let text = #"{"event":"order.paid","channel":"orders","data":"1"}"#
            let nobody = try await scene.ask("POST", "/frames?to=client", text)
            #expect(nobody.status == 400)
            let client = try await scene.bench.connect()
            _ = await client.texts(1)
            #expect(try await scene.ask("POST", "/frames?to=client", text).status == 204)
            #expect(await client.texts(1).texts == [text])
            _ = await scene.bench.proxy.takeNews()
            #expect(try await scene.ask("POST", "/frames?to=server&client=1", text).status == 204)
            let aimless = try await scene.ask("POST", "/frames", text)
            #expect(aimless.status == 400)
            #expect(String(decoding: aimless.body, as: UTF8.self).contains("/frames?to=client"))
        }
    }

    @Test("a bad request gets an explanation, and one without the token is rejected")
    func refusals() async throws {
        try await self.play { scene in
            let odd = try await scene.ask("POST", "/faults", "explode")
            #expect(odd.status == 400)
            #expect(String(decoding: odd.body, as: UTF8.self).contains("explode"))
            #expect(try await scene.ask("POST", "/faults", "unresolved").status == 400)
            #expect(try await scene.ask("POST", "/faults", "cut", token: "guess").status == 401)
            #expect(try await scene.ask("GET", "/faults").status == 405)
            #expect(try await scene.ask("GET", "/").status == 404)
        }
    }

    @Test("only the owner can read the token")
    func file() async throws {
        try await self.play { _ in
            let attributes = try FileManager.default.attributesOfItem(atPath: self.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }
}
