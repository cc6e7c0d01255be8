import ChannelsProtocol

// Events, bindings and problems.

extension RecordedFields {
    /// Adds data: as JSON, if the same text can be made from it, otherwise as `…_text`.
    mutating func add(_ key: String, data: EventData?) {
        guard let data, !data.isAbsent else { return }
        if data.isString {
            self.add(key, data.text)
        } else if let json = data.json, json.compactText.utf8.elementsEqual(data.text.utf8) {
            self.add(key, RecordedJSON(json: json))
        } else {
            self.add("\(key)_text", data.text)
        }
    }

    /// The data of a member; `nil` if there is none.
    func findData(_ key: String) throws(RecordingFault) -> EventData? {
        if let value: RecordedJSON = try self.find(key) { return EventData(json: value.json) }
        guard let text: String = try self.find("\(key)_text") else { return nil }
        let bytes = Array(text.utf8)
        return EventData(frame: bytes, range: 0..<bytes.count)
    }
}

/// Any JSON value.
private struct RecordedJSON: RecordedValue {
    let json: JSON
    var recorded: JSON { self.json }

    init(json: JSON) { self.json = json }
    init(recorded json: JSON) { self.json = json }
}

extension ChannelEvent: RecordedObject {
    /// What the quick reader of events does not understand comes first, so that it does not begin.
    func write(to fields: inout RecordedFields) {
        var data = RecordedFields()
        data.add("data", data: self.data)
        fields.add("doubt", self.senderDoubt)
        for member in data.members where member.key != "data" { fields.add(member) }
        fields.add("event", self.name)
        fields.add("channel", self.channel)
        for member in data.members where member.key == "data" { fields.add(member) }
        fields.add("user_id", self.userID)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            name: try fields.get("event"), channel: try fields.find("channel"),
            data: try fields.findData("data") ?? .absent, userID: try fields.find("user_id"))
        self.senderDoubt = try fields.find("doubt")
    }
}

extension SenderDoubt: RecordedValue {
    var recorded: JSON {
        switch self {
        case .notNamed: .string("not_named")
        case .notAMember: .string("not_a_member")
        }
    }

    init(recorded json: JSON) throws(RecordingFault) {
        switch try String(recorded: json) {
        case "not_named": self = .notNamed
        case "not_a_member": self = .notAMember
        default: throw RecordingFault("is an unknown doubt")
        }
    }
}

extension ClientEventRejection: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("text", self.text)
        fields.add("code", self.code)
        fields.add("channel", self.channel)
        fields.add("candidates", self.candidates)
        fields.add("sent_in_last_second", self.sentInLastSecond)
        fields.add("frame", self.frame.map(SecretMask.masked))
        fields.add("advice", self.advice)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            text: try fields.get("text"), code: try fields.find("code"),
            channel: try fields.find("channel"), candidates: try fields.get("candidates"),
            sentInLastSecond: try fields.get("sent_in_last_second"),
            frame: try fields.find("frame"))
        self.advice = try fields.find("advice")
    }
}

extension DecryptionFailure: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("channel", self.channel)
        fields.add("event", self.event)
        fields.add("reason", self.reason)
        fields.add("key_renewed", self.keyWasRenewed)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            channel: try fields.get("channel"), event: try fields.get("event"),
            reason: try fields.get("reason"), keyWasRenewed: try fields.get("key_renewed"))
    }
}

extension DecryptionFailure.Reason: RecordedObject {
    /// The reasons without further facts.
    private static let plain: [String: DecryptionFailure.Reason] = [
        "no_key": .noKey, "unusable_key": .unusableKey, "not_encrypted": .notEncrypted,
        "too_short": .tooShort, "wrong_key": .wrongKey, "not_text": .notText,
        "cipher_unavailable": .cipherUnavailable, "not_subscribed": .notSubscribed,
        "disconnected": .disconnected,
    ]

    func write(to fields: inout RecordedFields) {
        switch self {
        case .notBase64(let part):
            fields.add("is", "not_base64")
            fields.add("part", part)
        case .nonceLength(let count):
            fields.add("is", "nonce_length")
            fields.add("count", count)
        case .keyRefused(let failure):
            fields.add("is", "key_refused")
            fields.add("failure", failure)
        case .keyMissing(let limit):
            fields.add("is", "key_missing")
            fields.add("after", limit)
        case .tooManyWaiting(let count):
            fields.add("is", "too_many_waiting")
            fields.add("count", count)
        case .noKey, .unusableKey, .notEncrypted, .tooShort, .wrongKey, .notText,
            .cipherUnavailable, .notSubscribed, .disconnected:
            fields.add("is", Self.plain.first { $0.value == self }?.key)
        }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        let word: String = try fields.get("is")
        if let reason = Self.plain[word] {
            self = reason
            return
        }
        switch word {
        case "not_base64": self = .notBase64(part: try fields.get("part"))
        case "nonce_length": self = .nonceLength(try fields.get("count"))
        case "key_refused": self = .keyRefused(try fields.get("failure"))
        case "key_missing": self = .keyMissing(after: try fields.get("after"))
        case "too_many_waiting": self = .tooManyWaiting(count: try fields.get("count"))
        default: throw RecordingFault("is an unknown reason")
        }
    }
}

extension Binding: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("binding", self.id)
        fields.add("event", self.event)
        fields.add("channel", self.channel)
        fields.add("for_user", self.isForUser)
        fields.add("enabled", self.isEnabled)
        fields.add("hits", self.hits)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            id: try fields.get("binding"), event: try fields.find("event"),
            channel: try fields.find("channel"), isForUser: try fields.get("for_user"),
            isEnabled: try fields.get("enabled"), hits: try fields.get("hits"))
    }
}

extension BindingHits: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("binding", self.id)
        fields.add("total", self.total)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(id: try fields.get("binding"), total: try fields.get("total"))
    }
}

extension Problem: RecordedObject {
    /// The kinds without further facts.
    private static let plain: [String: Kind] = [
        "malformed_message": .malformedMessage, "unexpected_message": .unexpectedMessage,
        "authorization": .authorization, "client_event": .clientEvent,
        "pong_overdue": .pongOverdue, "sending": .sending,
    ]

    func write(to fields: inout RecordedFields) {
        switch self.kind {
        case .serverError(let code):
            fields.add("is", "server_error")
            fields.add("code", code)
        case .malformedMessage, .unexpectedMessage, .authorization, .clientEvent, .pongOverdue,
            .sending:
            fields.add("is", Self.plain.first { $0.value == self.kind }?.key)
        }
        fields.add("text", self.text)
        fields.add("channel", self.channel)
        fields.add("count", self.count)
        fields.add("frame", self.frame.map(SecretMask.masked))
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        let word: String = try fields.get("is")
        let kind =
            word == "server_error"
            ? .serverError(code: try fields.find("code")) : Self.plain[word]
        guard let kind else { throw RecordingFault("is an unknown problem") }
        self.init(
            kind: kind, text: try fields.get("text"), channel: try fields.find("channel"),
            count: try fields.get("count"), frame: try fields.find("frame"))
    }
}

extension SkippedEvents: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("events", self.events)
        fields.add("folded", self.folded)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(events: try fields.get("events"), folded: try fields.get("folded"))
    }
}
