import ChannelsBasics
import ChannelsProtocol

extension ConnectionState: RecordedWord {}
extension ConnectionIntent: RecordedWord {}
extension AttemptParts.Name: RecordedWord {}
extension ConnectionAttempt.EarlyCause: RecordedWord {}
extension ServerProfile.Kind: RecordedWord {}

extension StateChange: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        var change = Self(
            previous: try form("from", \.previous), current: try form("to", \.current),
            cause: try form("cause", \.cause), duration: try form("lasted_ms", \.duration),
            socketID: try form("socket_id", \.socketID),
            lastReceived: try form("last_received", \.lastReceived),
            suspended: try form("suspended_ms", \.suspended))
        change.endedInOrder = try form("ended_in_order", \.endedInOrder, usually: false)
        return change
    }
}

extension NetworkChange: RecordedObject {
    func write(to fields: inout RecordedFields) {
        guard case .addressGone(let address) = self else { return }
        fields.add("address_gone", address)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        let address: String? = try fields.find("address_gone")
        self = address.map(NetworkChange.addressGone) ?? .reachable
    }
}

extension StateCause: RecordedObject {
    func write(to fields: inout RecordedFields) {
        switch self {
        case .asked: fields.add("is", "requested")
        case .established(let connection):
            fields.add("is", "established")
            connection.write(to: &fields)
        case .ended(let end):
            fields.add("is", "ended")
            fields.add("end", end)
        case .unavailable(let limit):
            fields.add("is", "unavailable")
            fields.add("after_ms", limit)
        case .gaveUp(let attempts, let end):
            fields.add("is", "gave_up")
            fields.add("attempts", attempts)
            fields.add("end", end)
        }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        switch try fields.get("is", as: String.self) {
        case "requested": self = .asked
        case "established": self = .established(try Establishment(from: fields))
        case "ended": self = .ended(try fields.get("end"))
        case "unavailable": self = .unavailable(after: try fields.get("after_ms"))
        case "gave_up":
            self = .gaveUp(attempts: try fields.get("attempts"), try fields.get("end"))
        default: throw RecordingFault("is an unknown cause")
        }
    }
}

extension Establishment: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            socketID: try form("socket_id", \.socketID),
            serverActivityTimeout: try form("server_activity_timeout_ms", \.serverActivityTimeout),
            activityTimeout: try form("activity_timeout_ms", \.activityTimeout),
            attempt: try form("attempt", \.attempt), parts: try form("parts", \.parts))
    }
}

extension AttemptParts: RecordedValue {
    var recorded: JSONValue {
        .array(
            self.parts.map { part in
                var fields = RecordedFields()
                fields.add("name", part.name)
                fields.add("took_ms", part.duration)
                fields.add("ended", part.hasEnded)
                return fields.json
            })
    }

    init(recorded json: JSONValue) throws(RecordingFault) {
        guard let elements = json.arrayValue else { throw RecordingFault("is not an array") }
        self.init()
        var time = ChannelsTimestamp.zero
        for element in elements {
            let fields = try RecordedFields(element)
            self.begin(try fields.get("name"), at: time)
            time = time.advanced(by: try fields.get("took_ms"))
            self = self.ended(at: time, succeeded: try fields.get("ended"))
        }
    }
}

extension ConnectionEnd: RecordedObject {
    func write(to fields: inout RecordedFields) {
        switch self.kind {
        case .closed(let code, let reason):
            fields.add("is", "closed")
            fields.add("code", code)
            fields.add("reason", reason)
        case .refused(let code, let reason):
            fields.add("is", "refused")
            fields.add("code", code)
            fields.add("reason", reason)
        case .failed(let failure):
            fields.add("is", "failed")
            fields.add("failure", failure)
        case .timedOut(let part, let address, let limit):
            fields.add("is", "timed_out")
            fields.add("part", part)
            fields.add("address", address.isEmpty ? nil : address)
            fields.add("limit_ms", limit)
        case .pongMissing(let limit):
            fields.add("is", "pong_missing")
            fields.add("after_ms", limit)
        case .reconnectAsked: fields.add("is", "reconnect_requested")
        }
        fields.add("advice", self.advice)
        fields.add("fault", self.isInjected ? true : nil)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        switch try fields.get("is", as: String.self) {
        case "closed": self = .closed(try fields.find("code"), reason: try fields.get("reason"))
        case "refused": self = .refused(try fields.find("code"), reason: try fields.get("reason"))
        case "failed": self = .failed(try fields.get("failure"))
        case "timed_out":
            self = .timedOut(
                in: try fields.find("part"), address: try fields.find("address") ?? "",
                limit: try fields.get("limit_ms"))
        case "pong_missing": self = .pongMissing(after: try fields.get("after_ms"))
        case "reconnect_requested": self = .reconnectAsked
        default: throw RecordingFault("is an unknown connection end")
        }
        self.advice = try fields.find("advice")
        self.isInjected = try fields.find("fault") ?? false
    }
}

extension ConnectFailure: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            kind: try form("kind", \.kind), what: try form("what", \.parts.what),
            cause: try form("cause", \.parts.cause, usually: ""),
            advice: try form("advice", \.parts.advice, usually: ""))
    }
}

extension ConnectFailure.Kind: RecordedObject {
    func write(to fields: inout RecordedFields) {
        switch self {
        case .nameNotResolved: fields.add("is", "name_not_resolved")
        case .refused: fields.add("is", "refused")
        case .unreachable: fields.add("is", "unreachable")
        case .tls(let reason, let isCertificate):
            fields.add("is", "tls")
            fields.add("reason", reason.isEmpty ? nil : reason)
            fields.add("certificate", isCertificate ? true : nil)
        case .httpStatus(let status, let retryAfter):
            fields.add("is", "http_status")
            fields.add("status", status)
            fields.add("retry_after_ms", retryAfter)
        case .proxy: fields.add("is", "proxy")
        case .protocolViolation: fields.add("is", "protocol_violation")
        case .unsafeResponse: fields.add("is", "unsafe_answer")
        case .settings: fields.add("is", "settings")
        }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        switch try fields.get("is", as: String.self) {
        case "name_not_resolved": self = .nameNotResolved
        case "refused": self = .refused
        case "unreachable": self = .unreachable
        case "tls":
            self = .tls(
                reason: try fields.find("reason") ?? "",
                isCertificate: try fields.find("certificate") ?? false)
        case "http_status":
            self = .httpStatus(
                try fields.get("status"), retryAfter: try fields.find("retry_after_ms"))
        case "proxy": self = .proxy
        case "protocol_violation": self = .protocolViolation
        case "unsafe_answer": self = .unsafeResponse
        case "settings": self = .settings
        default: throw RecordingFault("is an unknown failure")
        }
    }
}

extension ConnectionAttempt: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        var attempt = Self(
            number: try form("attempt", \.number), address: try form("address", \.address),
            usesTLS: try form("tls", \.usesTLS), timeLimit: try form("time_limit_ms", \.timeLimit),
            isAsked: try form("requested", \.isAsked))
        attempt.early = try form("early", \.early)
        return attempt
    }
}

extension ScheduledRetry: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            attempt: try form("attempt", \.attempt), delay: try form("delay_ms", \.delay),
            attemptLimit: try form("attempt_limit", \.attemptLimit), rule: try form("rule", \.rule),
            keptAfter: try form("kept_after_ms", \.keptAfter),
            forecast: try form("forecast", \.forecast))
    }
}

extension RetryForecast: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            attempt: try form("attempt", \.attempt), earliest: try form("earliest_ms", \.earliest),
            latest: try form("latest_ms", \.latest))
    }
}

extension SentPing: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            lastReceived: try form("last_received", \.lastReceived),
            timeLimit: try form("time_limit_ms", \.timeLimit))
    }
}

extension ServerProfile: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            kind: try form("product", \.kind), isCertain: try form("certain", \.isCertain),
            evidence: try form("evidence", \.evidence))
    }
}

extension ConnectionGap: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        var gap = Self(
            lastReceived: try form("last_received", \.lastReceived),
            lossNoticed: try form("noticed", \.lossNoticed),
            reconnected: try form("reconnected", \.reconnected),
            suspended: try form("suspended_ms", \.suspended),
            channels: try form("channels", \.channels))
        gap.endedInOrder = try form("ended_in_order", \.endedInOrder, usually: false)
        try form.derived("duration_ms", \.duration)
        try form.derived("downtime_ms", \.downtime)
        return gap
    }
}

extension ConnectionGap.Channel: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            name: try form("channel", \.name),
            subscribedAgain: try form("subscribed_again", \.subscribedAgain))
    }
}
