import BuoyScripts
import BuoyServers
import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport
import Glibc

/// Accepts faults and frames over HTTP on loopback, for tests in any language. Requests need the
/// token from the control file, which also contains the address.
actor ProxyControl {
    var listener: NIOServer?

    private let proxy: ChannelsProxy
    private let faults: ProxyFaults
    private let token: String
    private let path: String
    private let gate = WebPageGate(address: ControlFile.host)

    /// - Parameter path: the path of the control file, which `end()` removes.
    init(_ proxy: ChannelsProxy, _ faults: ProxyFaults, path: String) {
        self.proxy = proxy
        self.faults = faults
        self.path = path
        var generator = SystemRandomNumberGenerator()
        self.token = (0..<2).map { _ in
            String(UInt64.random(in: UInt64.max / 16...UInt64.max, using: &generator), radix: 16)
        }.joined()
    }

    func open() async throws(ControlFailure) {
        let port: Int
        do { port = try await self.start(address: ControlFile.host, port: 0) } catch {
            throw ControlFailure(description: error.description)
        }
        do {
            try AtomicFile.write(ControlFile.text(port: port, token: self.token), to: self.path)
        } catch {
            await self.close()
            throw ControlFailure(description: "\(self.path): \(error.description)")
        }
    }

    func end() async {
        await self.close()
        unlink(self.path)
    }
}

struct ControlFailure: Error, CustomStringConvertible {
    let description: String
}

private enum ControlFile {
    static let host = "127.0.0.1"

    /// `{"url":"http://127.0.0.1:41234","token":"…"}`.
    static func text(port: Int, token: String) -> String {
        let json: JSONValue = [
            "url": .string("http://\(Self.host):\(port)"), "token": .string(token),
        ]
        return json.compactText + "\n"
    }
}

extension ProxyControl: RequestServer {
    static let purpose = "Only /faults, /frames and /clients are served here"

    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        if case .refuse(let response) = self.gate.judge(request) { return response }
        guard request.header("Authorization") == "Bearer \(self.token)" else {
            return .text(401, "Send the token from the control file: Authorization: Bearer TOKEN")
        }
        do throws(RouteRefusal) {
            let target = try RequestTarget(request.target)
            switch target.segments {
            case ["faults"]:
                try request.require(method: "POST")
                return try await self.inject(request.body, on: try await self.scope(target))
            case ["frames"]:
                try request.require(method: "POST")
                return try await self.send(request.body, target)
            case ["clients"]:
                try request.require(method: "GET")
                return .json(await self.clients())
            default: throw .notFound(target.path)
            }
        } catch {
            return error.response
        }
    }

    /// Injects a fault, written as after `:fault`; `off` ends all faults of the scope.
    private func inject(
        _ body: [UInt8], on scope: ProxyScope
    ) async throws(RouteRefusal) -> HTTPResponse {
        let line = String(decoding: body, as: UTF8.self).filter { !$0.isNewline }
        do throws(FaultLineError) {
            let order = try FaultOrder(typed: line)
            if case .ofServer = order {
                throw FaultLineError(description: "send this to the sandbox: \(line)")
            }
            try await self.faults.perform(order, on: scope)
        } catch {
            throw .badRequest(error.description)
        }
        return .empty()
    }

    /// Sends a text frame in the name of the other side, which the receiver cannot tell.
    private func send(
        _ text: [UInt8], _ target: RequestTarget
    ) async throws(RouteRefusal) -> HTTPResponse {
        guard let end = target.parameter("to").flatMap(FrameTarget.init) else {
            throw .badRequest("Say who gets the frame: /frames?to=client or /frames?to=server")
        }
        guard !text.isEmpty else { throw .badRequest("The body must be the text of the frame") }
        let scope = try await self.scope(target)
        guard await self.proxy.inject(text, end, on: scope) > 0 else {
            throw .badRequest("No client is connected, so nobody got the frame")
        }
        return .empty()
    }

    private func scope(_ target: RequestTarget) async throws(RouteRefusal) -> ProxyScope {
        guard let wanted = target.parameter("client") else {
            return .all
        }
        let clients = await self.proxy.overview(selecting: nil).rows.map(\.id)
        guard let client = clients.first(where: { "\($0)" == wanted }) else {
            throw .notFound("client \(wanted)")
        }
        return .client(client)
    }

    private func clients() async -> JSONValue {
        .array(
            await self.proxy.overview(selecting: nil).rows.map { row in
                [
                    "client": .number("\(row.id)"), "title": .string(row.title),
                    "address": .string(row.peer), "state": .string(row.state.rawValue),
                    "connections": .number("\(row.connections)"),
                    "subscribed": .number("\(row.subscribed)"),
                ]
            })
    }
}
