import BuoyServers
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Synchronization

/// The scripted server of one case, with an authorization endpoint. What it does with a connection
/// is decided by the case.
final class ClientHost: ServerHandler {
    static let key = "conform-key"
    static let secret = AppSecret("conform-secret")

    /// What happens to a connection at once, without the case.
    enum Meeting: Hashable, Sendable {
        case hold
        case refuse(Int)
        case close(UInt16)
        /// After `pusher:connection_established`.
        case closeLater(UInt16)
        case error(Int)
        case hang
        case drop
        case end
    }

    enum Endpoint: Hashable, Sendable {
        case signed
        case status(Int)
        case text(String)
        case silent
    }

    struct Arrival: Sendable {
        let time: ContinuousClock.Instant
        let connection: any ServerWebSocketConnection
        /// Ends when the case is done with it.
        let end: AsyncStream<Never>.Continuation
        let target: String
    }

    struct Asked: Hashable, Sendable {
        let channel: String
        let socketID: String
    }

    private struct State {
        var meeting = Meeting.hold
        var endpoint = Endpoint.signed
        var port = 0
        var times: [ContinuousClock.Instant] = []
        var asked: [Asked] = []
    }

    let arrivals = Inbox<Arrival>()
    let requests = Inbox<Asked>()
    private let trace: Trace
    private let state = Mutex(State())
    private let sockets = Atomic(0)

    init(_ trace: Trace) { self.trace = trace }

    var port: Int {
        get { self.state.withLock(\.port) }
        set { self.state.withLock { $0.port = newValue } }
    }

    var meeting: Meeting {
        get { self.state.withLock(\.meeting) }
        set { self.state.withLock { $0.meeting = newValue } }
    }

    var endpoint: Endpoint {
        get { self.state.withLock(\.endpoint) }
        set { self.state.withLock { $0.endpoint = newValue } }
    }

    /// When clients arrived, including those that were refused.
    var times: [ContinuousClock.Instant] { self.state.withLock(\.times) }

    var asked: [Asked] { self.state.withLock(\.asked) }

    func newSocketID() -> String {
        "\(self.sockets.add(1, ordering: .relaxed).newValue).\(Int.random(in: 1000...9999))"
    }

    // MARK: Connections

    func accept(from peer: String) async -> AcceptDecision {
        guard self.meeting == .end else { return .serve }
        self.state.withLock { $0.times.append(.now) }
        return .end
    }

    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision {
        let meeting = self.state.withLock { state in
            state.times.append(.now)
            return state.meeting
        }
        guard case .refuse(let status) = meeting else { return .accept(subprotocol: nil) }
        return .refuse(.text(status, "This server refuses connections for now"))
    }

    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async {
        switch self.meeting {
        case .hold, .refuse, .end:
            let (over, end) = AsyncStream<Never>.makeStream()
            await self.arrivals.put(
                Arrival(time: .now, connection: connection, end: end, target: request.target))
            for await _ in over {}
        case .close(let code):
            await connection.close(code: code, reason: "", timeLimit: .seconds(1))
        case .closeLater(let code):
            self.say(Self.established(self.newSocketID(), activity: 120), to: connection)
            await connection.close(code: code, reason: "", timeLimit: .seconds(1))
        case .error(let code):
            self.say(
                #"{"event":"pusher:error","data":{"code":\#(code),"message":"Refused"}}"#,
                to: connection)
            while case .messages = await connection.receive() {}
        case .hang: while case .messages = await connection.receive() {}
        case .drop: await connection.close(code: nil, reason: "", timeLimit: .zero)
        }
    }

    private func say(_ text: String, to connection: any ServerWebSocketConnection) {
        // A client that has gone already hears nothing.
        try? connection.send([Array(text.utf8)])
    }

    static func established(_ socketID: String, activity: Int) -> String {
        let data = #"{"socket_id":"\#(socketID)","activity_timeout":\#(activity)}"#
        let message: JSONValue = [
            "event": "pusher:connection_established", "data": JSONValue(data),
        ]
        return message.compactText
    }

    // MARK: Authorization

    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        let start = self.trace.now()
        let response = await self.response(to: request)
        self.trace.addCall(request, at: start, response)
        return response
    }

    private func response(to request: HTTPRequest) async -> HTTPResponse {
        do throws(SigningError) {
            let form = try AuthEndpointRequest(
                body: request.body, contentType: request.header("Content-Type"))
            let channel = form["channel_name"] ?? ""
            let asked = Asked(channel: channel, socketID: form.socketID.text)
            let endpoint = self.state.withLock { state in
                state.asked.append(asked)
                return state.endpoint
            }
            await self.requests.put(asked)
            return await self.respond(try Self.signed(form, channel), endpoint)
        } catch {
            return .text(400, error.description)
        }
    }

    private func respond(_ signed: String, _ endpoint: Endpoint) async -> HTTPResponse {
        switch endpoint {
        case .signed: return Self.json(signed)
        case .status(let status): return .text(status, "This endpoint refuses")
        case .text(let text): return Self.json(text)
        case .silent:
            try? await Task.sleep(for: .seconds(120))
            return .text(503, "Too late")
        }
    }

    private static func json(_ text: String) -> HTTPResponse {
        HTTPResponse(
            status: 200, reason: "OK", headers: [HTTPHeader("Content-Type", "application/json")],
            body: Array(text.utf8))
    }

    private static func signed(
        _ form: AuthEndpointRequest, _ channel: String
    ) throws(SigningError) -> String {
        let signer = ChannelsSigner(
            appKey: Self.key, secret: Self.secret, encryptionMasterKey: Self.masterKey)
        guard !channel.isEmpty else {
            return try signer.authenticate(form, user: UserData(id: "conform-user")).responseBody
        }
        let user = PresenceUser(id: "conform-user", info: ["name": "Conform"])
        return try signer.authorize(form, user: user).responseBody
    }

    static let masterKey = try? EncryptionMasterKey(bytes: Array(0..<32))
}

/// Answers what any server would: pings, and subscriptions with a valid signature.
final class AutomaticAnswers: Sendable {
    private let isOn = Mutex(true)
    private let socketID: String

    init(socketID: String) { self.socketID = socketID }

    func turn(on: Bool) { self.isOn.withLock { $0 = on } }

    func answer(_ text: String) -> [String] {
        guard self.isOn.withLock(\.self), let message = JSONValue.parse(text) else { return [] }
        switch message["event"]?.stringValue {
        case "pusher:ping": return [#"{"event":"pusher:pong","data":"{}"}"#]
        case "pusher:subscribe":
            guard let channel = message["data"]?["channel"]?.stringValue else { return [] }
            return [self.isValid(message["data"], channel) ? Self.success(channel) : Self.error]
        case "pusher:signin":
            let data: JSONValue = ["user_data": message["data"]?["user_data"] ?? ""]
            let success: JSONValue = [
                "event": "pusher:signin_success", "data": JSONValue(data.compactText),
            ]
            return [success.compactText]
        default: return []
        }
    }

    private static let error =
        #"{"event":"pusher:error","data":{"code":null,"message":"Invalid signature"}}"#

    private func isValid(_ data: JSONValue?, _ channel: String) -> Bool {
        let name = ChannelName(wire: channel)
        guard name.kind.needsAuthorization else { return true }
        guard let id = SocketID(self.socketID), let auth = data?["auth"]?.stringValue else {
            return false
        }
        let outcome = try? ChannelSignature(key: ClientHost.key, secret: ClientHost.secret).check(
            auth, socketID: id, channel: name, channelData: data?["channel_data"]?.stringValue)
        return outcome == .valid
    }

    static func success(_ channel: String, members: String? = nil) -> String {
        let isPresence = ChannelName(wire: channel).kind.hasMembers
        let roster =
            #"{"presence":{"count":1,"ids":["conform-user"],"hash":{"conform-user":"#
            + #"{"name":"Conform"}}}}"#
        let message: JSONValue = [
            "event": "pusher_internal:subscription_succeeded", "channel": JSONValue(channel),
            "data": JSONValue(isPresence ? roster : "{}"),
        ]
        return message.compactText
    }
}
