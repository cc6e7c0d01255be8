import ChannelsProtocol

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
        var due: Timestamp
        var id: TimerID
    }

    var machine: EncryptedChannels
    var now = Timestamp.zero
    var outcomes: [Outcome] = []
    /// The texts that were delivered.
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

    mutating func disconnect() { self.take(self.machine.disconnected()) }

    mutating func authorize(_ channel: ChannelName, key: String?) {
        let secret = key.map { SharedSecret(base64: $0) }
        self.take(self.machine.authorized(channel, sharedSecret: secret))
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
        let event = ChannelEvent(name: name, channel: channel, data: EventData(data))
        switch self.machine.received(event, on: channel, at: self.now) {
        case .settled(let settled): self.take([settled])
        case .ask(let timer, let requests):
            self.timers.append(
                RunningTimer(due: self.now.advanced(by: timer.after), id: timer.id))
            self.take(requests)
        case .none: break
        }
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
        let onAnswered = self.machine.answered(request, result, at: self.now)
        self.take(onAnswered.settled)
        self.take(onAnswered.requests)
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
            self.take(self.machine.timerFired(timer.id))
        }
        self.now = end
    }

    private mutating func take(_ settled: [EncryptedChannels.Settled]) {
        for settled in settled {
            switch settled {
            case .success(let event):
                self.outcomes.append(.read(event.name, event.channel ?? .ghost))
                self.texts.append(event.data.text)
            case .failure(let failure):
                self.outcomes.append(
                    .failed(
                        failure.event, failure.reason, renewed: failure.keyWasRenewed,
                        failure.channel))
            }
        }
    }

    private mutating func take(_ requests: [AuthorizationRequest]) {
        for request in requests {
            self.requests.append(request)
            self.requestTimes.append(self.now.seconds)
        }
    }
}

extension ChannelName {
    static let encryptedB = ChannelName(wire: "private-encrypted-b")
    static let encryptedC = ChannelName(wire: "private-encrypted-cache-c")
}

extension SubscriptionFailure {
    static let forbidden = SubscriptionFailure(phase: .authorization, status: 403, text: "No.")
}
