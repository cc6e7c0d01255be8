import ChannelsProtocol

// States, attempts and ends of a connection.

extension ConnectionState: RecordedWord {}
extension ConnectionIntent: RecordedWord {}
extension AttemptParts.Name: RecordedWord {}
extension ServerProfile.Kind: RecordedWord {}

extension StateChange: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("from", self.previous)
        fields.add("to", self.current)
        fields.add("cause", self.cause)
        fields.add("lasted", self.duration)
        fields.add("socket_id", self.socketID)
        fields.add("last_received", self.lastReceived)
        fields.add("suspended", self.suspended)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            previous: try fields.get("from"), current: try fields.get("to"),
            cause: try fields.get("cause"), duration: try fields.get("lasted"),
            socketID: try fields.find("socket_id"), lastReceived: try fields.find("last_received"),
            suspended: try fields.find("suspended"))
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
            fields.add("after", limit)
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
        case "unavailable": self = .unavailable(after: try fields.get("after"))
        case "gave_up":
            self = .gaveUp(attempts: try fields.get("attempts"), try fields.get("end"))
        default: throw RecordingFault("is an unknown cause")
        }
    }
}

extension Establishment: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("socket_id", self.socketID)
        fields.add("server_activity_timeout", self.serverActivityTimeout)
        fields.add("activity_timeout", self.activityTimeout)
        fields.add("attempt", self.attempt)
        fields.add("parts", self.parts)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            socketID: try fields.get("socket_id"),
            serverActivityTimeout: try fields.find("server_activity_timeout"),
            activityTimeout: try fields.get("activity_timeout"),
            attempt: try fields.get("attempt"), parts: try fields.get("parts"))
    }
}

extension AttemptParts: RecordedValue {
    var recorded: JSON {
        .array(
            self.parts.map { part in
                var fields = RecordedFields()
                fields.add("name", part.name)
                fields.add("took", part.duration)
                fields.add("ended", part.hasEnded)
                return fields.json
            })
    }

    init(recorded json: JSON) throws(RecordingFault) {
        guard let elements = json.arrayValue else { throw RecordingFault("is not an array") }
        self.init()
        var time = Timestamp.zero
        for element in elements {
            let fields = try RecordedFields(element)
            self.begin(try fields.get("name"), at: time)
            time = time.advanced(by: try fields.get("took"))
            self = self.ended(at: time, succeeded: try fields.get("ended"))
        }
    }
}

extension ConnectionEnd: RecordedObject {
    func write(to fields: inout RecordedFields) {
        switch self {
        case .closed(let code, let reason):
            fields.add("is", "closed")
            fields.add("code", code)
            fields.add("reason", reason)
        case .failed(let failure):
            fields.add("is", "failed")
            fields.add("failure", failure.kind)
            fields.add("text", failure.text)
        case .timedOut(let phase, let limit):
            fields.add("is", "timed_out")
            fields.add("phase", phase)
            fields.add("limit", limit)
        case .pongMissing(let limit):
            fields.add("is", "pong_missing")
            fields.add("after", limit)
        case .reconnectAsked: fields.add("is", "reconnect_requested")
        }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        switch try fields.get("is", as: String.self) {
        case "closed": self = .closed(try fields.find("code"), reason: try fields.get("reason"))
        case "failed":
            self = .failed(
                ConnectFailure(kind: try fields.get("failure"), text: try fields.get("text")))
        case "timed_out":
            self = .timedOut(phase: try fields.get("phase"), limit: try fields.get("limit"))
        case "pong_missing": self = .pongMissing(after: try fields.get("after"))
        case "reconnect_requested": self = .reconnectAsked
        default: throw RecordingFault("is an unknown end")
        }
    }
}

extension ConnectFailure.Kind: RecordedObject {
    func write(to fields: inout RecordedFields) {
        switch self {
        case .nameNotResolved: fields.add("is", "name_not_resolved")
        case .unreachable: fields.add("is", "unreachable")
        case .tls: fields.add("is", "tls")
        case .refused(let status, let retryAfter):
            fields.add("is", "refused")
            fields.add("status", status)
            fields.add("retry_after", retryAfter)
        case .protocolViolation: fields.add("is", "protocol_violation")
        case .unsafeAnswer: fields.add("is", "unsafe_answer")
        case .settings: fields.add("is", "settings")
        }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        switch try fields.get("is", as: String.self) {
        case "name_not_resolved": self = .nameNotResolved
        case "unreachable": self = .unreachable
        case "tls": self = .tls
        case "refused":
            self = .refused(
                status: try fields.get("status"), retryAfter: try fields.find("retry_after"))
        case "protocol_violation": self = .protocolViolation
        case "unsafe_answer": self = .unsafeAnswer
        case "settings": self = .settings
        default: throw RecordingFault("is an unknown failure")
        }
    }
}

extension ConnectionAttempt: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("attempt", self.number)
        fields.add("address", self.address)
        fields.add("tls", self.usesTLS)
        fields.add("time_limit", self.timeLimit)
        fields.add("requested", self.isAsked)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            number: try fields.get("attempt"), address: try fields.get("address"),
            usesTLS: try fields.get("tls"), timeLimit: try fields.get("time_limit"),
            isAsked: try fields.get("requested"))
    }
}

extension ScheduledRetry: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("attempt", self.attempt)
        fields.add("delay", self.delay)
        fields.add("attempt_limit", self.attemptLimit)
        fields.add("rule", self.rule)
        fields.add("kept_after", self.keptAfter)
        fields.add("forecast", self.forecast)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            attempt: try fields.get("attempt"), delay: try fields.get("delay"),
            attemptLimit: try fields.find("attempt_limit"), rule: try fields.get("rule"),
            keptAfter: try fields.find("kept_after"), forecast: try fields.get("forecast"))
    }
}

extension RetryForecast: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("attempt", self.attempt)
        fields.add("earliest", self.earliest)
        fields.add("latest", self.latest)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            attempt: try fields.get("attempt"), earliest: try fields.get("earliest"),
            latest: try fields.get("latest"))
    }
}

extension SentPing: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("last_received", self.lastReceived)
        fields.add("time_limit", self.timeLimit)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            lastReceived: try fields.get("last_received"), timeLimit: try fields.get("time_limit"))
    }
}

extension ServerProfile: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("server", self.kind)
        fields.add("certain", self.isCertain)
        fields.add("evidence", self.evidence)
        fields.add("quirks", self.quirks)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            kind: try fields.get("server"), isCertain: try fields.get("certain"),
            evidence: try fields.get("evidence"), quirks: try fields.get("quirks"))
    }
}

extension Gap: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("last_received", self.lastReceived)
        fields.add("noticed", self.lossNoticed)
        fields.add("reconnected", self.reconnected)
        fields.add("suspended", self.suspended)
        fields.add("channels", self.channels)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            lastReceived: try fields.get("last_received"), lossNoticed: try fields.get("noticed"),
            reconnected: try fields.get("reconnected"),
            suspended: try fields.find("suspended"), channels: try fields.get("channels"))
    }
}

extension Gap.Channel: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("channel", self.name)
        fields.add("subscribed_again", self.subscribedAgain)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            name: try fields.get("channel"), subscribedAgain: try fields.find("subscribed_again"))
    }
}
