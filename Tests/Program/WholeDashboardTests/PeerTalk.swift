import ChannelsBasics
import ChannelsProtocol

/// The ways in which a peer's text becomes a report, each played through a client's machine.
enum PeerTalk: CaseIterable {
    case error, errorBeforeHandshake, errorBeforeClose, closeReason, malformed, notJSON
    case subscriptionError, subscriptionErrorType, subscriptionErrorUnrequested
    case refusedSubscription, refusedClientEvent, refusedSignIn
    case upgrade, endpoint, endpointOfUsers, endpointOfKeys

    private static let channel = ChannelName(wire: "private-a")

    /// The reports about it.
    func reports(of text: String) -> [ClientReport.Kind] {
        var talk = Talk()
        talk.start()
        switch self {
        case .errorBeforeHandshake, .upgrade: break
        default: talk.establish()
        }
        self.play(text, &talk)
        return talk.reports
    }

    private func play(_ text: String, _ talk: inout Talk) {
        switch self {
        case .error: talk.hear(Self.error(4301, text))
        case .errorBeforeHandshake:
            talk.hear(Self.error(4001, text))
            talk.close(nil, "")
        case .errorBeforeClose:
            talk.hear(Self.error(4200, text))
            talk.close(nil, "")
        case .closeReason: talk.close(4009, text)
        case .malformed:
            talk.hear(
                #"{"event":"pusher:connection_established","data":{"socket_id":\#(Self.json(text))}}"#
            )
        case .notJSON: talk.hear(text)
        case .subscriptionError: talk.refuse(Self.channel, error: text)
        case .subscriptionErrorType: talk.refuse(Self.channel, type: text)
        case .subscriptionErrorUnrequested:
            talk.hear(Self.subscriptionError("other", #""error":\#(Self.json(text))"#))
        case .refusedSubscription:
            talk.subscribe(Self.channel)
            talk.hear(Self.error(4009, "Connection is unauthorized: \(text)"))
        case .refusedClientEvent: talk.hear(Self.error(4301, "Client event rejected: \(text)"))
        case .refusedSignIn:
            talk.signIn(.success(UserAuthentication(auth: "key:0", userData: #"{"id":"1"}"#)))
            talk.hear(Self.error(4009, text))
        case .upgrade: talk.fail(Self.failure(text))
        case .endpoint:
            talk.subscribe(Self.channel, .failure(Self.refusal(text)))
        case .endpointOfUsers:
            talk.signIn(.failure(SignInFailure(phase: .authentication, what: "No", cause: text)))
        case .endpointOfKeys: talk.refuseKey(Self.refusal(text))
        }
    }

    static func json(_ text: String) -> String { JSONValue.string(text).compactText }

    private static func error(_ code: Int, _ text: String) -> String {
        #"{"event":"pusher:error","data":{"code":\#(code),"message":\#(Self.json(text))}}"#
    }

    static func subscriptionError(_ channel: String, _ member: String) -> String {
        #"{"event":"pusher:subscription_error","channel":"\#(channel)","data":{\#(member)}}"#
    }

    private static func failure(_ text: String) -> ConnectFailure {
        ConnectFailure(kind: .httpStatus(503, retryAfter: nil), what: "HTTP 503", cause: text)
    }

    private static func refusal(_ text: String) -> SubscriptionFailure {
        SubscriptionFailure(
            phase: .authorization, status: 403, FailureParts("Refused", text), body: text)
    }
}

/// A client's machine, and what it reports.
private struct Talk {
    private var machine: ClientStateMachine
    private(set) var reports: [ClientReport.Kind] = []
    private var requests: [AuthorizationRequest] = []
    private var authentications: [AuthenticationRequest] = []
    private var random = SystemRandomNumberGenerator()
    private let time = ChannelsTimestamp.zero

    init() {
        var options = ClientMachineOptions(address: "host:80")
        options.mask = SecretLeak.mask
        self.machine = ClientStateMachine(options)
    }

    private mutating func perform(_ actions: [ClientAction]) {
        for action in actions {
            switch action {
            case .publish(let kind): self.reports.append(kind)
            case .authorize(let request): self.requests.append(request)
            case .authenticate(let request): self.authentications.append(request)
            default: break
            }
        }
    }

    mutating func start() {
        self.perform(self.machine.connect(at: self.time))
        self.perform(self.machine.opened(1, at: self.time))
    }

    mutating func establish() {
        self.hear(#"{"event":"pusher:connection_established","data":{"socket_id":"1.2"}}"#)
    }

    mutating func hear(_ text: String) {
        let frame = FrameCodec.readServerFrame(Array(text.utf8))
        self.perform(
            self.machine.received([frame], on: 1, at: self.time, using: &self.random))
    }

    mutating func close(_ code: CloseCode?, _ reason: String) {
        self.perform(
            self.machine.closed(
                1, code: code, reason: reason, failure: nil, at: self.time, using: &self.random))
    }

    mutating func fail(_ failure: ConnectFailure) {
        self.perform(self.machine.failed(1, failure, at: self.time, using: &self.random))
    }

    mutating func subscribe(
        _ channel: ChannelName,
        _ result: Result<ChannelAuthorization, SubscriptionFailure> = .success(
            ChannelAuthorization(auth: "key:0"))
    ) {
        self.perform(self.machine.subscribe(channel, at: self.time))
        guard let request = self.requests.last else { return }
        self.perform(self.machine.authorized(request, result, at: self.time))
    }

    mutating func refuse(_ channel: ChannelName, error: String? = nil, type: String = "x") {
        self.subscribe(channel)
        let members = [
            error.map { #""error":\#(PeerTalk.json($0))"# }, #""type":\#(PeerTalk.json(type))"#,
        ]
        self.hear(
            PeerTalk.subscriptionError(
                channel.text, members.compactMap(\.self).joined(separator: ",")))
    }

    mutating func signIn(_ result: Result<UserAuthentication, SignInFailure>) {
        self.perform(self.machine.signIn())
        guard let request = self.authentications.last else { return }
        self.perform(self.machine.authenticated(request, result, at: self.time))
    }

    /// An encrypted event arrives that the key does not open, and no new key can be obtained.
    mutating func refuseKey(_ failure: SubscriptionFailure) {
        let channel = ChannelName(wire: "private-encrypted-a")
        let key = SharedSecret(base64: Base64.encode([UInt8](repeating: 0, count: 32)))
        self.subscribe(channel, .success(ChannelAuthorization(auth: "key:0", sharedSecret: key)))
        let name = channel.text
        self.hear(#"{"event":"pusher_internal:subscription_succeeded","channel":"\#(name)"}"#)
        self.hear(#"{"event":"e","channel":"\#(name)","data":"{}"}"#)
        guard let request = self.requests.last, request.purpose == .newKey else { return }
        self.perform(self.machine.authorized(request, .failure(failure), at: self.time))
    }
}
