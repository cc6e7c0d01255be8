import ChannelsProtocol
import ChannelsPushProtocol

/// Decides which request comes next, and what its answers mean.
///
/// One request at a time, in the order of the entries; a registration goes first. Times and
/// random numbers are arguments; the owner saves `state` and carries out what `due` returns.
struct PushOutbox: Hashable, Sendable {
    var state: PushState
    var phase = Phase.ready
    var failures = 0
    /// Consecutive answers that the client is unknown, since anything succeeded.
    var losses = 0
    var lastError: PushStatus.Problem?

    enum Phase: Hashable, Sendable {
        case ready
        case sending(PushCall)
        case waiting(until: ChannelsTimestamp, reason: String)
    }

    enum DueOutcome: Hashable, Sendable {
        /// Save the state, then send the request and report its outcome.
        case send(PushCall)
        case wait(until: ChannelsTimestamp)
        case rest
    }

    init(_ state: PushState) { self.state = state }

    // MARK: Requests of the user

    mutating func use(_ credentials: PushCredentials) {
        self.state.credentials = credentials
        guard let client = self.state.client else {
            self.ensureRegistration()
            return
        }
        let index = self.state.entries.firstIndex { $0.operation == .updateToken }
        guard let index else {
            if client.credentials != credentials { self.append(.updateToken) }
            return
        }
        // What was sent may have arrived, so only an entry that never was sent can be taken back.
        if client.credentials == credentials, !self.state.entries[index].isUncertain {
            self.state.entries.remove(at: index)
        }
    }

    mutating func subscribe(to name: InterestName) throws(PushError) {
        if !self.state.requested.contains(name) {
            guard self.state.requested.count < PushState.interestLimit else {
                throw .tooManyInterests(limit: PushState.interestLimit)
            }
            self.state.requested.append(name)
        }
        self.forgetRejections(of: name)
        self.request(.subscribe(name), insteadOf: .unsubscribe(name))
    }

    mutating func unsubscribe(from name: InterestName) {
        self.state.requested.removeAll { $0 == name }
        self.forgetRejections(of: name)
        self.request(.unsubscribe(name), insteadOf: .subscribe(name))
    }

    mutating func setInterests(_ names: [InterestName]) throws(PushError) {
        for name in self.state.requested + self.state.registered where !names.contains(name) {
            self.unsubscribe(from: name)
        }
        for name in names where !self.state.requested.contains(name) {
            try self.subscribe(to: name)
        }
    }

    /// Retries what waits, a refused registration, and whatever differs from what is requested.
    mutating func retryNow() {
        if case .waiting = self.phase { self.phase = .ready }
        if self.state.client == nil {
            if self.state.credentials != nil { self.ensureRegistration() }
        } else if let credentials = self.state.credentials {
            self.use(credentials)
        }
        for name in self.state.requested where !self.hasEntry(for: name) {
            self.request(.subscribe(name), insteadOf: .unsubscribe(name))
        }
        for name in self.state.registered
        where !self.state.requested.contains(name) && !self.hasEntry(for: name) {
            self.request(.unsubscribe(name), insteadOf: .subscribe(name))
        }
    }

    /// Checks that the service still knows the device, by sending the token again: there is no
    /// other request for it.
    mutating func verify() {
        guard self.state.client != nil,
            !self.state.entries.contains(where: { $0.operation == .updateToken })
        else { return }
        self.append(.updateToken, isUncertain: true)
    }

    // MARK: Sending

    /// After `.send`, the request counts as under way.
    mutating func due(at now: ChannelsTimestamp) -> DueOutcome {
        switch self.phase {
        case .sending: return .rest
        case .waiting(let until, _) where now < until: return .wait(until: until)
        case .waiting, .ready: break
        }
        self.phase = .ready
        guard let index = self.nextIndex else { return .rest }
        let isUncertain = self.state.entries[index].isUncertain
        self.state.entries[index].attempts += 1
        self.state.entries[index].isUncertain = true
        let entry = self.state.entries[index]
        let call = PushCall(
            entry: entry.number, operation: entry.operation, isUncertain: isUncertain,
            appKey: self.state.appKey, clientID: self.state.client?.id ?? "",
            credentials: entry.operation.interest == nil ? self.state.credentials : nil)
        self.phase = .sending(call)
        return .send(call)
    }

    mutating func saveFailed(_ reason: String, at now: ChannelsTimestamp, chance: Double) {
        self.wait(for: reason, retryAfter: nil, at: now, chance: chance)
    }

    var isSettled: Bool {
        if case .ready = self.phase { self.nextIndex == nil } else { false }
    }

    /// Without a client, only the registration.
    private var nextIndex: Int? {
        self.state.client != nil
            ? self.state.entries.indices.first
            : self.state.entries.firstIndex { $0.operation == .register }
    }

    mutating func wait(
        for reason: String, retryAfter: Duration?, at now: ChannelsTimestamp, chance: Double
    ) {
        self.failures += 1
        let delay = PushBackOff.delay(
            failures: self.failures, chance: chance, retryAfter: retryAfter)
        self.phase = .waiting(until: now.advanced(by: delay), reason: reason)
        self.lastError = PushStatus.Problem(text: reason, time: now, isPermanent: false)
    }

    // MARK: Entries

    var sendingEntry: Int? {
        if case .sending(let call) = self.phase { call.entry } else { nil }
    }

    mutating func ensureRegistration() {
        guard !self.state.entries.contains(where: { $0.operation == .register }) else { return }
        self.state.rejections.removeAll { $0.operation == .register }
        self.state.entries.insert(self.makeEntry(.register), at: 0)
    }

    mutating func append(_ operation: PushOperation, isUncertain: Bool = false) {
        self.state.rejections.removeAll { $0.operation == operation }
        var entry = self.makeEntry(operation)
        entry.isUncertain = isUncertain
        self.state.entries.append(entry)
    }

    private mutating func makeEntry(_ operation: PushOperation) -> PushEntry {
        self.state.lastNumber += 1
        return PushEntry(number: self.state.lastNumber, operation: operation)
    }

    private func hasEntry(for name: InterestName) -> Bool {
        self.state.entries.contains { $0.operation.interest == name }
    }

    /// An operation and its opposite cancel out, unless the opposite may have reached the server.
    private mutating func request(_ operation: PushOperation, insteadOf opposite: PushOperation) {
        guard let name = operation.interest else { return }
        let last = self.state.entries.lastIndex { $0.operation.interest == name }
        guard let last else {
            if self.isMissing(operation) { self.append(operation) }
            return
        }
        guard self.state.entries[last].operation == opposite else { return }
        if self.isSending(self.state.entries[last].number) {
            self.append(operation)
        } else if self.state.entries[last].isUncertain {
            self.state.entries.remove(at: last)
            self.append(operation, isUncertain: true)
        } else {
            self.state.entries.remove(at: last)
            // An earlier entry may be under way that does what is requested now.
            if !self.hasEntry(for: name), self.isMissing(operation) { self.append(operation) }
        }
    }

    /// Not inlined: otherwise the optimiser of Swift 6.3.1 fails in `request` (an ownership error
    /// in CopyPropagation).
    @inline(never)
    private func isSending(_ number: Int) -> Bool { number == self.sendingEntry }

    func isMissing(_ operation: PushOperation) -> Bool {
        switch operation {
        case .register: self.state.client == nil
        case .updateToken: self.state.client?.credentials != self.state.credentials
        case .subscribe(let name): !self.state.registered.contains(name)
        case .unsubscribe(let name): self.state.registered.contains(name)
        }
    }

    private mutating func forgetRejections(of name: InterestName) {
        self.state.rejections.removeAll { $0.operation.interest == name }
    }
}
