import ChannelsProtocol
import Testing

/// The machine of the encrypted channels with a clock that is moved by hand, and with a cipher that
/// everybody can read: `k1:hello` is `hello`, sealed with `k1`.
struct EncryptionScene {
    /// What became of an event.
    enum Outcome: Hashable {
        case read(EventName, ChannelName = .encryptedA)
        case failed(
            EventName, DecryptionFailure.Reason, renewed: Bool = false, ChannelName = .encryptedA)
    }

    private struct RunningTimer {
        var due: ChannelsTimestamp
        var id: TimerID
    }

    var machine: EncryptedChannels
    var now = ChannelsTimestamp.zero
    var outcomes: [Outcome] = []
    /// The strings that were delivered.
    var texts: [String] = []
    /// Every request, and when it was made.
    var requests: [AuthorizationRequest] = []
    var requestTimes: [Double] = []
    private var timers: [RunningTimer] = []

    init(timeLimit: Duration = .seconds(10)) {
        var options = ClientMachineOptions(address: "host:80")
        options.opener = { Self.open($0, with: $1) }
        options.decryptionTimeLimit = timeLimit
        self.machine = EncryptedChannels(options)
    }

    /// A scene with a connection, and with a channel that has the key `k1`.
    static func subscribed(_ channels: ChannelName..., key: String? = "k1") -> EncryptionScene {
        var scene = EncryptionScene()
        scene.connect()
        for channel in channels.isEmpty ? [.encryptedA] : channels {
            scene.authorize(channel, key: key)
        }
        return scene
    }

    private static func open(
        _ data: EventData, with key: SharedSecret?
    ) -> Result<EventData, DecryptionFailure.Reason> {
        let parts = data.text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return .failure(.notEncrypted) }
        guard let key else { return .failure(.noKey) }
        guard key.base64 == parts[0] else { return .failure(.wrongKey) }
        return .success(EventData(String(parts[1])))
    }

    mutating func connect(_ number: Int = 1) {
        guard let id = SocketID.numbered(number) else { return }
        self.machine.connected(as: id)
    }

    mutating func disconnect() { self.perform { $0.disconnected(into: &$1) } }

    mutating func authorize(_ channel: ChannelName, key: String?) {
        let secret = key.map { SharedSecret(base64: $0) }
        self.perform { $0.authorized(channel, sharedSecret: secret, into: &$1) }
    }

    /// An event arrives that was sealed with a key; without one it was not sealed.
    mutating func receive(
        _ name: EventName, sealedWith key: String?, on channel: ChannelName = .encryptedA
    ) {
        let text = key.map { "\($0):\(name)" } ?? name.text
        self.receive(name, text, on: channel)
    }

    mutating func receive(_ name: EventName, _ data: String, on channel: ChannelName = .encryptedA)
    {
        let event = ChannelsEvent(name: name, channel: channel, data: EventData(data))
        let now = self.now
        self.perform { $0.received(event, on: channel, at: now, into: &$1) }
    }

    /// The request is answered with a key, or without one.
    mutating func answer(_ request: AuthorizationRequest?, key: String?) {
        let secret = key.map { SharedSecret(base64: $0) }
        self.answer(request, .success(ChannelAuthorization(auth: "k:s", sharedSecret: secret)))
    }

    mutating func answer(
        _ request: AuthorizationRequest?,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>
    ) {
        guard let request else { return }
        let now = self.now
        self.perform { $0.answered(request, result, at: now, into: &$1) }
    }

    /// Lets time pass, and the timers fire that are due, in order.
    mutating func wait(_ seconds: Double) {
        let end = self.now.advanced(by: .nanoseconds(Int64((seconds * 1e9).rounded())))
        while let index = self.timers.indices.min(by: { self.timers[$0].due < self.timers[$1].due }
        ),
            self.timers[index].due <= end
        {
            let timer = self.timers.remove(at: index)
            self.now = max(self.now, timer.due)
            self.perform { $0.timerFired(timer.id, into: &$1) }
        }
        self.now = end
    }

    /// Tells the machine something, and carries out what it answers.
    private mutating func perform(
        _ report: (inout EncryptedChannels, inout [ClientAction]) -> Void
    ) {
        var actions: [ClientAction] = []
        report(&self.machine, &actions)
        for action in actions { self.perform(action) }
    }

    private mutating func perform(_ action: ClientAction) {
        switch action {
        case .publish(.received(let event)):
            self.outcomes.append(.read(event.name, event.channel ?? .ghost))
            self.texts.append(event.data.text)
        case .publish(.decryptionFailed(let failure)):
            self.outcomes.append(
                .failed(
                    failure.event, failure.reason, renewed: failure.keyWasRenewed,
                    failure.channel))
        case .startTimer(let id, let delay):
            self.timers.append(RunningTimer(due: self.now.advanced(by: delay), id: id))
        case .authorize(let request):
            self.requests.append(request)
            self.requestTimes.append(self.now.seconds)
        default:
            Issue.record("not an action of encrypted channels: \(action)")
        }
    }
}

extension ChannelName {
    static let encryptedB = ChannelName(wire: "private-encrypted-b")
    static let encryptedC = ChannelName(wire: "private-encrypted-cache-c")
}

extension SubscriptionFailure {
    static let forbidden = SubscriptionFailure(phase: .authorization, status: 403, what: "No")
}
