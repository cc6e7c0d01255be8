import ChannelsProtocol
import ChannelsPushProtocol

extension PushOutbox {
    /// After so many answers in a row that a newly registered client is unknown, the client is not
    /// what is missing.
    private static let lossLimit = 3

    /// Ignored unless the request is under way.
    /// - Parameter chance: random, from 0 to 1, for the back-off.
    mutating func finished(
        _ call: PushCall, _ outcome: PushOutcome, at now: ChannelsTimestamp, chance: Double
    ) {
        guard self.phase == .sending(call) else { return }
        self.phase = .ready
        switch outcome {
        case .cancelled:
            self.dropSuperseded(call)
        case .failed(let text):
            self.dropSuperseded(call)
            self.wait(for: text, retryAfter: nil, at: now, chance: chance)
        case .answered(let answer):
            self.answered(call, answer, at: now, chance: chance)
        }
    }

    private mutating func answered(
        _ call: PushCall, _ answer: PushAnswer, at now: ChannelsTimestamp, chance: Double
    ) {
        switch answer.verdict {
        case .done:
            self.succeeded(call, answer, at: now)
        case .later:
            self.dropSuperseded(call)
            self.wait(
                for: answer.sentence, retryAfter: answer.retryAfter, at: now, chance: chance)
        case .unknown where call.operation != .register:
            self.clientIsUnknown(call, answer, at: now, chance: chance)
        case .unknown, .never:
            self.refuse(call, because: answer.sentence, at: now)
        }
    }

    // MARK: Success

    private mutating func succeeded(
        _ call: PushCall, _ answer: PushAnswer, at now: ChannelsTimestamp
    ) {
        switch call.operation {
        case .register:
            guard let id = answer.clientID, let credentials = call.credentials else {
                self.refuse(
                    call, because: "The service registered the device, but its response has no id",
                    at: now)
                return
            }
            self.state.client = RegisteredClient(id: id, credentials: credentials)
            self.followUpToken()
        case .updateToken:
            if let credentials = call.credentials { self.state.client?.credentials = credentials }
            self.losses = 0
            self.removeEntry(call)
            self.followUpToken()
        case .subscribe(let name):
            self.losses = 0
            if self.isMissing(call.operation) { self.state.registered.append(name) }
        case .unsubscribe(let name):
            self.losses = 0
            self.state.registered.removeAll { $0 == name }
        }
        self.removeEntry(call)
        self.failures = 0
        self.lastError = nil
    }

    /// The requested token may have changed while another was being sent.
    private mutating func followUpToken() {
        guard self.isMissing(.updateToken) else { return }
        self.append(.updateToken)
    }

    // MARK: The client is gone

    /// 404: registers the client and sends the whole requested set again. After an unsubscription
    /// that may have arrived, only the interest is unknown, and nothing is left to do.
    private mutating func clientIsUnknown(
        _ call: PushCall, _ answer: PushAnswer, at now: ChannelsTimestamp, chance: Double
    ) {
        if case .unsubscribe(let name) = call.operation, call.isUncertain {
            self.state.registered.removeAll { $0 == name }
            self.removeEntry(call)
            self.failures = 0
            return
        }
        guard self.losses < Self.lossLimit else {
            self.refuse(
                call,
                because: answer.sentence
                    + ". It had just registered this client",
                at: now)
            return
        }
        self.losses += 1
        self.state.client = nil
        self.state.registered = []
        self.state.entries = []
        self.ensureRegistration()
        for name in self.state.requested { self.append(.subscribe(name)) }
        let reason = "The device is no longer registered with the service (HTTP 404)"
        guard self.losses == 1 else {
            self.wait(for: reason, retryAfter: nil, at: now, chance: chance)
            return
        }
        self.lastError = PushStatus.Problem(
            text: reason + ": registering it again", time: now, isPermanent: false)
    }

    // MARK: Refusals

    /// Reported and dropped: the same request would be refused again.
    private mutating func refuse(
        _ call: PushCall, because reason: String, at now: ChannelsTimestamp
    ) {
        self.removeEntry(call)
        self.state.rejections.append(
            PushRejection(
                operation: call.operation, reason: reason, wallMicroseconds: now.wallMicroseconds))
        let surplus = self.state.rejections.count - PushState.rejectionLimit
        if surplus > 0 { self.state.rejections.removeFirst(surplus) }
        self.failures = 0
        self.lastError = PushStatus.Problem(text: reason, time: now, isPermanent: true)
        // The operations that follow may have nothing left to do.
        guard let name = call.operation.interest else { return }
        let idle = self.state.entries.filter { entry in
            entry.operation.interest == name && !entry.isUncertain
                && !self.isMissing(entry.operation)
        }
        self.state.entries.removeAll { idle.contains($0) }
    }

    // MARK: Entries

    private mutating func removeEntry(_ call: PushCall) {
        self.state.entries.removeAll { $0.number == call.entry }
    }

    /// Drops an entry that may not have arrived if the opposite was requested meanwhile.
    private mutating func dropSuperseded(_ call: PushCall) {
        guard let name = call.operation.interest,
            let last = self.state.entries.lastIndex(where: { $0.operation.interest == name }),
            self.state.entries[last].number != call.entry
        else { return }
        self.state.entries[last].isUncertain = true
        self.removeEntry(call)
    }
}

/// How long to wait after a failure that may pass: exponential back-off with jitter, capped.
///
/// ```
/// cap / 2 + random(0 … cap / 2)        cap = 1 2 4 8 16 32 64 64 … s after 1 2 3 … failures
/// ```
enum PushBackOff {
    static let cap = Duration.seconds(64)
    /// The longest `Retry-After` that is respected.
    static let longestWait = Duration.seconds(3600)

    /// - Parameters:
    ///   - failures: consecutive, at least 1.
    ///   - chance: random, from 0 to 1.
    ///   - retryAfter: prolongs the delay, up to an hour.
    static func delay(
        failures: Int, chance: Double, retryAfter: Duration? = nil
    ) -> Duration {
        let cap = min(Self.cap, .seconds(1 << min(max(failures - 1, 0), 6)))
        let delay = cap / 2 + cap / 2 * min(max(chance, 0), 1)
        return max(delay, min(retryAfter ?? .zero, Self.longestWait))
    }
}
