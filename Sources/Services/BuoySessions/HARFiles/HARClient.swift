import ChannelsProtocol

/// The client of a HAR file. Its messages go through the state machine of buoy's own client,
/// which only watches. No retries, pings or time limits are expected of the browser's library.
struct HARClient {
    private var client: ObservedClient
    private var now: ChannelsTimestamp
    private var auths: [String] = []

    private static let messageLimit = 4 << 20

    init(_ address: HARAddress, at time: ChannelsTimestamp) {
        self.client = ObservedClient(
            ClientMachineOptions(address: address.host, usesTLS: address.usesTLS))
        self.now = time
    }

    mutating func takeReports() -> [ClientReport] {
        self.client.takeReports().map { report in
            var report = report
            report.kind = Self.withoutParts(report.kind)
            return report
        }
    }

    /// The auth strings sent since the last call, which must not be recorded.
    mutating func takeAuths() -> [String] {
        defer { self.auths = [] }
        return self.auths
    }

    // MARK: What happens

    mutating func connects(at time: ChannelsTimestamp) {
        self.pass(to: time)
        self.client.perform(self.client.machine.connect(at: time), at: self.now)
    }

    mutating func opened(at time: ChannelsTimestamp) {
        self.pass(to: time)
        guard let socket = self.client.socket else { return }
        self.client.perform(self.client.machine.opened(socket, at: time), at: self.now)
    }

    mutating func ended(_ failure: ConnectFailure, at time: ChannelsTimestamp) {
        self.pass(to: time)
        guard let socket = self.client.socket else { return }
        self.client.socket = nil
        var middle = MiddleGenerator()
        let actions = self.client.machine.closed(
            socket, code: nil, reason: "", failure: failure, at: time, using: &middle)
        self.client.perform(actions, at: self.now)
    }

    mutating func received(_ text: [UInt8], at time: ChannelsTimestamp) {
        self.pass(to: time)
        guard self.isReadable(text) else { return }
        self.client.received([FrameCodec.readServerFrame(text)], at: self.now)
    }

    mutating func receivedBinary(count: Int, at time: ChannelsTimestamp) {
        self.pass(to: time)
        self.client.received([ReceivedFrame(.failure(.binary(count: count)))], at: self.now)
    }

    mutating func sent(_ text: [UInt8], at time: ChannelsTimestamp) {
        self.pass(to: time)
        guard self.isReadable(text) else { return }
        switch self.client.sent(text, at: self.now) {
        case .subscribe(_, let authorization?): self.auths.append(authorization.auth)
        case .signIn(let auth, _): self.auths.append(auth)
        case .subscribe(_, nil), .unsubscribe, .ping, .pong, .event, .unknown, nil: break
        }
    }

    private mutating func isReadable(_ text: [UInt8]) -> Bool {
        guard text.count > Self.messageLimit else { return true }
        let words = "Ignored a message of \(text.count) bytes: the limit is 4 MiB."
        self.client.publish(
            .problem(ReportedProblem(kind: .malformedMessage, text: words)), at: self.now)
        return false
    }

    private mutating func pass(to time: ChannelsTimestamp) {
        self.client.passed(until: time, notBefore: self.now)
        self.now = max(self.now, time)
    }

    /// A file does not say how long the parts of an attempt took.
    private static func withoutParts(_ kind: ClientReport.Kind) -> ClientReport.Kind {
        switch kind {
        case .stateChanged(var change):
            guard case .established(var connection) = change.cause else { return kind }
            connection.parts = AttemptParts()
            change.cause = .established(connection)
            return .stateChanged(change)
        case .attemptFailed(let attempt, let end, _): return .attemptFailed(attempt: attempt, end)
        default: return kind
        }
    }
}
