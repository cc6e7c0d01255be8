package import ChannelsPushProtocol

extension PushStatus {
    init(_ outbox: PushOutbox) {
        let state = outbox.state
        let sending = outbox.sendingEntry
        self.init(endpoint: state.endpoint, appKey: state.appKey)
        self.deviceID = state.client?.id
        self.platform = state.credentials?.platform
        self.token = state.credentials?.token.shortened
        self.isTokenRegistered = state.client != nil && !outbox.isMissing(.updateToken)
        self.requested = state.requested.map(\.text)
        self.registered = state.registered.map(\.text)
        self.outbox = state.entries.map { entry in
            Operation(
                number: entry.number, kind: entry.operation.kind,
                interest: entry.operation.interest?.text, attempts: entry.attempts,
                isUnderWay: entry.number == sending)
        }
        self.refused = state.rejections.map { rejection in
            Refusal(
                kind: rejection.operation.kind, interest: rejection.operation.interest?.text,
                reason: rejection.reason, wallMicroseconds: rejection.wallMicroseconds)
        }
        self.nextRetry = Self.retry(outbox.phase)
        self.lastError = outbox.lastError
        self.isSettled = outbox.isSettled
    }

    private static func retry(_ phase: PushOutbox.Phase) -> Retry? {
        switch phase {
        case .ready, .sending: nil
        case .waiting(let until, let reason): Retry(time: until, reason: reason)
        }
    }

    package struct Saved: Sendable {
        package let status: PushStatus?
        package let warning: String?

        init(_ reading: PushStateFile.Reading) {
            self.status = reading.state.map { PushStatus(PushOutbox($0)) }
            self.warning = reading.damage
        }
    }

    /// Whether or not a client uses the file, which is not changed.
    package static func saved(in path: String) throws(PushError) -> PushStatus? {
        try PushStateFile.read(path).map { PushStatus(PushOutbox($0)) }
    }

    /// For a client that is about to use the file. A damaged one is renamed.
    package static func opened(in path: String) throws(PushError) -> Saved {
        Saved(try PushStateFile(path).read())
    }
}
