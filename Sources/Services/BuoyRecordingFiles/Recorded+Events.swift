import BuoyTextScreen
import ChannelsBasics
import ChannelsProtocol

extension RecordedFields {
    /// Adds data: the JSON that it is, or its text. What this would lose is added: the text, if it
    /// is written differently, and whether JSON was sent without the string that is `usual`.
    mutating func add(_ key: String, data: EventData?, inString usual: Bool) {
        guard let data, !data.isAbsent else { return }
        let text = data.text
        // A string in a string is kept: a JSON string is always the text itself.
        guard usual || !data.isString, let json = data.json, json.stringValue == nil else {
            return self.add(key, text)
        }
        self.add(key, json)
        var writer = SafeJSONWriter()
        let isExact = writer.json(json.compactText.utf8) && writer.bytes.elementsEqual(text.utf8)
        if !isExact { self.add("\(key)_text", text) }
        if usual, !data.isString { self.add("\(key)_inline", true) }
    }

    func findData(_ key: String, inString usual: Bool) throws(RecordingFault) -> EventData? {
        guard let json = try self.find(key, as: RecordedJSON.self)?.json else { return nil }
        let given: String? = try self.find("\(key)_text")
        let text = given ?? json.stringValue ?? json.compactText
        let isInline = usual ? try self.find("\(key)_inline") == true : json.stringValue == nil
        guard isInline else { return EventData(text) }
        guard JSONValue.parse(text) != nil else { return EventData(json: json) }
        let bytes = Array(text.utf8)
        return EventData(frame: bytes, range: 0..<bytes.count)
    }
}

private struct RecordedJSON: RecordedValue {
    let json: JSONValue
    var recorded: JSONValue { self.json }

    init(json: JSONValue) { self.json = json }
    init(recorded json: JSONValue) { self.json = json }
}

extension ChannelsEvent: RecordedObject {
    /// Members that the fast reader of events does not support come first, to keep it from
    /// starting.
    func write(to fields: inout RecordedFields) {
        var data = RecordedFields()
        data.add("data", data: self.data, inString: true)
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
            data: try fields.findData("data", inString: true) ?? .absent,
            userID: try fields.find("user_id"))
        self.senderDoubt = try fields.find("doubt")
    }
}

extension SenderDoubt: RecordedValue {
    var recorded: JSONValue {
        switch self {
        case .notNamed: .string("not_named")
        case .notAMember: .string("not_a_member")
        }
    }

    init(recorded json: JSONValue) throws(RecordingFault) {
        switch try String(recorded: json) {
        case "not_named": self = .notNamed
        case "not_a_member": self = .notAMember
        default: throw RecordingFault("is an unknown doubt")
        }
    }
}

extension ClientEventRejection: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        var rejection = Self(
            text: try form("text", \.text), code: try form("code", \.code),
            channel: try form("channel", \.channel),
            candidates: try form("candidates", \.candidates),
            sentInLastSecond: try form("sent_in_last_second", \.sentInLastSecond),
            frame: try form("frame", \.frame))
        rejection.advice = try form("advice", \.advice)
        return rejection
    }
}

extension DecryptionFailure: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            channel: try form("channel", \.channel), event: try form("event", \.event),
            reason: try form("reason", \.reason),
            keyWasRenewed: try form("key_renewed", \.keyWasRenewed))
    }
}

extension DecryptionFailure.Reason: RecordedObject {
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
            fields.add("after_ms", limit)
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
        case "key_missing": self = .keyMissing(after: try fields.get("after_ms"))
        case "too_many_waiting": self = .tooManyWaiting(count: try fields.get("count"))
        default: throw RecordingFault("is an unknown reason")
        }
    }
}

extension EventBinding: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            id: try form("binding", \.id), event: try form("event", \.event),
            channel: try form("channel", \.channel), isForUser: try form("for_user", \.isForUser),
            isEnabled: try form("enabled", \.isEnabled), hits: try form("hits", \.hits))
    }
}

extension BindingHits: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            id: try form("binding", \.id), total: try form("total", \.total))
    }
}

extension ReportedProblem: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            kind: try form.members(of: \.kind), text: try form("text", \.text),
            channel: try form("channel", \.channel), count: try form("count", \.count),
            frame: try form("frame", \.frame))
    }
}

extension ReportedProblem.Kind: RecordedObject {
    private static let plain: [String: Self] = [
        "malformed_message": .malformedMessage, "unexpected_message": .unexpectedMessage,
        "authorization": .authorization, "client_event": .clientEvent,
        "pong_overdue": .pongOverdue, "sending": .sending,
    ]

    func write(to fields: inout RecordedFields) {
        switch self {
        case .serverError(let code):
            fields.add("is", "server_error")
            fields.add("code", code)
        case .malformedMessage, .unexpectedMessage, .authorization, .clientEvent, .pongOverdue,
            .sending:
            fields.add("is", Self.plain.first { $0.value == self }?.key)
        }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        let word: String = try fields.get("is")
        let kind =
            word == "server_error"
            ? .serverError(code: try fields.find("code")) : Self.plain[word]
        guard let kind else { throw RecordingFault("is an unknown problem") }
        self = kind
    }
}

extension SkippedEvents: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            events: try form("events", \.events), folded: try form("folded", \.folded))
    }
}
