import BuoyServers
import BuoyTestBasics
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import ChannelsWebhooks
import Synchronization

@testable import BuoyProtocolCases

/// Stands between the judge of a case and its subject, and breaks one rule in the subject's place.
final class Relay: ServerHandler {
    private struct Link {
        let judge: any WebSocketConnection
        let subject: any WebSocketConnection
        /// Messages of the subject that the judge has received.
        var heard = 0
    }

    private struct State {
        var upstream: HTTPOrigin
        var webhooks: HTTPOrigin?
        var text: StageText
        var dialled: [String: any WebSocketConnection] = [:]
        var links: [Link] = []
        var handshakes = 0
        /// Messages of the judge, and its requests.
        var actions = 0
        var requests = 0
        /// Messages that the fault is about.
        var matches = 0
        var delayed: String?
        var hasSpoken = false
        var crowd: [RawSocket] = []
    }

    private enum Output {
        case text(String)
        case end
    }

    private let fault: Fault?
    /// Of the connections, in the order of the case.
    private let names: [String]
    private let subjectIsServer: Bool
    private let state: Mutex<State>

    init(_ mutant: Mutant?, subjectIsServer: Bool) {
        self.fault = mutant?.fault
        self.names = mutant?.connections ?? []
        self.subjectIsServer = subjectIsServer
        let text = StageText(
            words: ["key": ClientHost.key], key: ClientHost.key, secret: ClientHost.secret)
        self.state = Mutex(State(upstream: HTTPOrigin(host: "127.0.0.1", port: 0), text: text))
    }

    /// - Parameter text: what the names in the patterns mean.
    func connect(to port: Int, webhooks: Int? = nil, text: StageText? = nil) {
        self.state.withLock { state in
            state.upstream.port = port
            state.webhooks = webhooks.map { HTTPOrigin(host: "127.0.0.1", port: $0) }
            if let text { state.text = text }
        }
    }

    // MARK: Handshakes

    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision {
        let (number, upstream) = self.state.withLock { state in
            defer { state.handshakes += 1 }
            return (state.handshakes, state.upstream)
        }
        var endpoint = WebSocketEndpoint(upstream, target: request.target)
        switch self.fault {
        case .absence(let from) where number >= from: return Self.refusal
        case .crowd(let count, let from, let at) where (from...at).contains(number):
            if number == from { await self.gather(count) }
            if number == at { await self.release(to: endpoint) }
            return Self.refusal
        case .requests(let count) where number == 0:
            for _ in 0..<count { await self.requestAuthorization(from: upstream) }
        case .path: endpoint.target = String(request.target.prefix { $0 != "?" })
        default: break
        }
        do throws(TransportError) {
            let connection = try await Stage.dial(endpoint)
            let key = request.header("Sec-WebSocket-Key") ?? ""
            self.state.withLock { $0.dialled[key] = connection }
            return .accept(subprotocol: nil)
        } catch { return .refuse(.text(502, error.description)) }
    }

    private static let refusal = UpgradeDecision.refuse(.text(503, "The client does not do this"))

    private func gather(_ count: Int) async {
        let port = self.state.withLock(\.upstream.port)
        let crowd = await onThread { (0..<count).map { _ in RawSocket.connect(port: port) } }
        self.state.withLock { $0.crowd = crowd }
    }

    /// They do nothing after the handshake, not even answer pings.
    private func release(to endpoint: WebSocketEndpoint) async {
        let handshake = [
            "GET \(endpoint.target) HTTP/1.1", "Host: \(endpoint.origin.hostHeader)",
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
        ].joined(separator: "\r\n")
        let crowd = self.state.withLock(\.crowd)
        await onThread { for socket in crowd { socket.write(handshake) } }
    }

    // MARK: Connections

    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async {
        let key = request.header("Sec-WebSocket-Key") ?? ""
        let dialled = self.state.withLock { $0.dialled.removeValue(forKey: key) }
        guard let dialled else { return }
        let link =
            self.subjectIsServer
            ? Link(judge: connection, subject: dialled) : Link(judge: dialled, subject: connection)
        let index = self.state.withLock { state in
            state.links.append(link)
            return state.links.count - 1
        }
        await self.fallSilent()
        self.speak()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.passOn(from: link.subject, index, link) }
            group.addTask { await self.observe(link, index, request.target) }
        }
    }

    private func passOn(
        from subject: any WebSocketConnection, _ index: Int, _ link: Link
    ) async {
        while true {
            switch await subject.receive() {
            case .messages(let messages):
                for text in messages.flatMap(Self.texts) { await self.pass(text, index, link) }
            case .closed(let closure):
                var code = closure.code
                switch self.fault {
                case .closure(let seat, let other) where seat == index:
                    guard let other else { return }
                    code = other
                case .refusal(let rule) where rule.seat == index: code = Fault.otherCode
                default: break
                }
                return await link.judge.close(
                    code: code, reason: closure.reason, timeLimit: .seconds(1))
            }
        }
    }

    private static func texts(_ message: WebSocketMessage) -> [String] {
        switch message {
        case .texts(let run): run.texts.map { String(decoding: $0, as: UTF8.self) }
        case .ping: [Peer.pingMark]
        // The relay answers pings itself.
        case .pong, .binary: []
        }
    }

    private func pass(_ text: String, _ index: Int, _ link: Link) async {
        self.learn(from: text, index)
        for output in self.outputs(text, index) {
            // On the connection's thread, nothing is read between the message and the silence.
            await withTaskExecutorPreference(link.judge.readingExecutor) {
                switch output {
                case .text(Peer.pingMark): try? link.judge.ping([])
                case .text(let text): try? link.judge.send([Array(text.utf8)])
                case .end: await link.judge.close(code: 1011, reason: "", timeLimit: .seconds(1))
                }
                self.state.withLock { $0.links[index].heard += 1 }
                await self.fallSilent()
            }
            self.speak()
        }
    }

    private func outputs(_ text: String, _ index: Int) -> [Output] {
        self.state.withLock { state in
            guard let rule = self.fault?.rule, rule.seat == index else { return [.text(text)] }
            if let delayed = state.delayed, !Stage.isAside(text) {
                state.delayed = nil
                return [.text(text), .text(delayed)]
            }
            guard let pattern = state.text.pattern(rule.pattern), pattern.matches(text) else {
                return [.text(text)]
            }
            state.matches += 1
            guard state.matches > rule.from else { return [.text(text)] }
            switch rule.change {
            case .spoil: return pattern.spoiled(text).map { [.text($0)] } ?? []
            case .double: return [.text(text), .text(text)]
            case .end: return [.end]
            case .replace(let other): return [.text(state.text.expanded(other))]
            case .precede(let other): return [.text(state.text.expanded(other)), .text(text)]
            case .delay:
                guard state.matches == 1 else { return [.text(text)] }
                state.delayed = text
                return []
            }
        }
    }

    /// Passes on what the judge does.
    private func observe(_ link: Link, _ index: Int, _ target: String) async {
        while true {
            switch await link.judge.receive() {
            case .messages(let messages):
                for message in messages { self.passJudge(message, index, link) }
            case .closed(let closure):
                let again = index == 0 ? await self.returnAtOnce(target) : nil
                await link.subject.close(
                    code: closure.code, reason: closure.reason, timeLimit: .seconds(1))
                while case .messages? = await again?.receive() {}
                return
            }
        }
    }

    private func passJudge(_ message: WebSocketMessage, _ index: Int, _ link: Link) {
        switch message {
        case .texts(let run):
            for bytes in run.texts {
                self.learn(from: String(decoding: bytes, as: UTF8.self), index)
                self.state.withLock { $0.actions += 1 }
                try? link.subject.send([bytes])
                self.speak()
            }
        case .binary(let bytes):
            self.state.withLock { $0.actions += 1 }
            try? (link.subject as? any RawFrameConnection)?.send(
                frame: .binary, isFinal: true, bytes)
        case .ping, .pong: break
        }
    }

    private func returnAtOnce(_ target: String) async -> (any WebSocketConnection)? {
        guard case .haste = self.fault else { return nil }
        let upstream = self.state.withLock(\.upstream)
        return try? await Stage.dial(WebSocketEndpoint(upstream, target: target))
    }

    private func learn(from text: String, _ index: Int) {
        guard index < self.names.count, let message = JSONValue.parse(text),
            message["event"]?.stringValue == "pusher:connection_established",
            let data = message["data"]
        else { return }
        let fields = data.stringValue.flatMap(JSONValue.parse) ?? data
        self.state.withLock {
            $0.text.words["\(self.names[index]).socket"] = fields["socket_id"]?.stringValue
        }
    }

    /// Says what must not be said, when the judge has done all that comes before.
    private func speak() {
        guard case .say(let text, let seat, let after) = self.fault else { return }
        let speech: (text: String, judge: any WebSocketConnection)? = self.state.withLock { state in
            guard !state.hasSpoken, state.actions >= after, seat < state.links.count,
                !self.subjectIsServer || state.links[seat].heard > 0
            else { return nil }
            state.hasSpoken = true
            return (state.text.expanded(text), state.links[seat].judge)
        }
        if let speech { try? speech.judge.send([Array(speech.text.utf8)]) }
    }

    private func fallSilent() async {
        guard case .silence(let seat, let messages, let requests) = self.fault else { return }
        let judge: (any WebSocketConnection)? = self.state.withLock { state in
            guard seat < state.links.count, state.links[seat].heard >= messages,
                state.requests >= requests
            else { return nil }
            return state.links[seat].judge
        }
        await (judge as? any ServerWebSocketConnection)?.stopResponding()
    }
}

// MARK: HTTP

extension Relay {
    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        let (upstream, webhooks, secret) = self.state.withLock {
            ($0.upstream, $0.webhooks, $0.text.secret)
        }
        if request.target == Self.hookPath, let webhooks, let secret {
            return await self.forward(self.changed(request, secret), to: webhooks)
        }
        let number = self.state.withLock { state in
            defer { state.requests += 1 }
            return state.requests
        }
        if case .noRequest(let from) = self.fault, number >= from {
            return .text(403, "The client does not ask")
        }
        await self.fallSilent()
        var response = await self.forward(request, to: upstream)
        self.state.withLock { if self.subjectIsServer { $0.actions += 1 } }
        self.speak()
        switch self.fault {
        case .status(let status, let request) where request == number: response.status = status
        case .body(let text, let request) where request == number:
            let pattern = self.state.withLock { $0.text.pattern(text) }
            let body = pattern?.spoiled(String(decoding: response.body, as: UTF8.self))
            response.body = Array((body ?? "").utf8)
        default: break
        }
        return response
    }

    static let hookPath = "/hooks"

    private func forward(_ request: HTTPRequest, to origin: HTTPOrigin) async -> HTTPResponse {
        var request = request
        request.origin = origin
        do throws(TransportError) {
            return try await NIOHTTPRequester().send(
                request, timeLimit: .seconds(30), bodyLimit: 1 << 20)
        } catch { return .text(502, error.description) }
    }

    /// Changed webhooks are signed again.
    private func changed(_ request: HTTPRequest, _ secret: AppSecret) -> HTTPRequest {
        guard case .webhook(let text) = self.fault,
            let pattern = self.state.withLock({ $0.text.pattern(text) }),
            let body = try? JSONValue(parsing: request.body), case .object(var object) = body
        else { return request }
        let time = JSONValue.Object.Member(key: "time_ms", value: body["time_ms"] ?? .null)
        let events = (body["events"]?.arrayValue ?? []).map { event in
            // As the cases see it.
            let whole = JSONValue.Object((event.objectValue?.members ?? []) + [time])
            guard pattern.matches(.object(whole)),
                let spoiled = pattern.spoiled(JSONValue.object(whole).compactText),
                let fields = JSONValue.parse(spoiled)
            else { return event }
            object.members.removeAll { $0.key == "time_ms" }
            object.members.append(.init(key: "time_ms", value: fields["time_ms"] ?? .null))
            return fields
        }
        object.members.removeAll { $0.key == "events" }
        object.members.append(.init(key: "events", value: .array(events)))
        var changed = request
        changed.body = Array(JSONValue.object(object).compactText.utf8)
        changed.headers.removeAll { $0.name.lowercased() == WebhookHeader.signature.lowercased() }
        if let signature = try? WebhookSignature.text(of: changed.body, secret: secret) {
            changed.headers.append(HTTPHeader(WebhookHeader.signature, signature))
        }
        return changed
    }

    private func requestAuthorization(from upstream: HTTPOrigin) async {
        let request = HTTPRequest(
            method: "POST", origin: upstream, target: "/pusher/auth",
            headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
            body: Array("socket_id=1.1&channel_name=conform".utf8))
        _ = await self.forward(request, to: upstream)
    }
}
