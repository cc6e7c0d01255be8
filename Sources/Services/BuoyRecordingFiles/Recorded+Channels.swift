import ChannelsBasics
import ChannelsProtocol

extension SubscriptionState: RecordedObject {
    func write(to fields: inout RecordedFields) {
        let word =
            switch self {
            case .requested: "requested"
            case .authorizing: "authorizing"
            case .subscribing: "subscribing"
            case .subscribed: "subscribed"
            case .failed: "failed"
            case .unsubscribing: "unsubscribing"
            case .unsubscribed: "unsubscribed"
            }
        fields.add("state", word)
        if case .failed(let failure) = self { fields.add("failure", failure) }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        switch try fields.get("state", as: String.self) {
        case "requested": self = .requested
        case "authorizing": self = .authorizing
        case "subscribing": self = .subscribing
        case "subscribed": self = .subscribed
        case "failed": self = .failed(try fields.get("failure"))
        case "unsubscribing": self = .unsubscribing
        case "unsubscribed": self = .unsubscribed
        default: throw RecordingFault("has an unknown subscription state")
        }
    }
}

extension SubscriptionFailure: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            phase: try form("phase", \.phase), status: try form("status", \.status),
            FailureParts(
                try form("what", \.parts.what), try form("cause", \.parts.cause, usually: ""),
                advice: try form("advice", \.parts.advice, usually: "")),
            code: try form("code", \.code), body: try form("body", \.body),
            stringToSign: try form("string_to_sign", \.stringToSign),
            comparison: try form.members(from: "signed_here", of: \.comparison),
            attempts: try form("attempts", \.attempts), frame: try form("frame", \.frame))
    }
}

extension SubscriptionFailure.Phase: RecordedValue {
    var recorded: JSONValue { .string(self.name) }

    init(recorded json: JSONValue) throws(RecordingFault) {
        switch try String(recorded: json) {
        case Self.authorization.name: self = .authorization
        case Self.subscription.name: self = .subscription
        case Self.notRequested.name: self = .notRequested
        default: throw RecordingFault("is unknown")
        }
    }
}

extension SignatureComparison: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            signedHere: try form("signed_here", \.signedHere),
            expected: try form("expected", \.expected))
    }
}

extension AuthorizationReport: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        var report = Self(
            subject: try form.members(of: \.subject), duration: try form("took_ms", \.duration),
            attempts: try form("attempts", \.attempts), status: try form("status", \.status),
            isGranted: try form("granted", \.isGranted))
        report.socketID = try form("socket_id", \.socketID)
        report.stringToSign = try form("string_to_sign", \.stringToSign)
        report.requests = try form("requests", \.requests, usually: [])
        report.credentials = try form("credentials_mark", \.credentials)
        report.signature = try form("signature_mark", \.signature)
        report.repetition = try form.part(
            \.repetition, write: { repetition, fields in repetition?.write(to: &fields) },
            read: { (fields) throws(RecordingFault) in try TokenRepetition.find(in: fields) })
        return report
    }
}

extension AuthorizationReport.Subject: RecordedObject {
    func write(to fields: inout RecordedFields) {
        switch self {
        case .channel(let name): fields.add("channel", name)
        case .newKey(let name): fields.add("new_key", name)
        case .user: fields.add("user", true)
        }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        if let channel: ChannelName = try fields.find("channel") {
            self = .channel(channel)
        } else if let channel: ChannelName = try fields.find("new_key") {
            self = .newKey(channel)
        } else if try fields.find("user") == true {
            self = .user
        } else {
            throw RecordingFault("has no subject")
        }
    }
}

extension TokenRepetition {
    fileprivate func write(to fields: inout RecordedFields) {
        switch self {
        case .credentials(let status): fields.add("refused_before_with", status)
        case .signature(let isOfOther): fields.add("signature_of_other_connection", isOfOther)
        }
    }

    fileprivate static func find(in fields: RecordedFields) throws(RecordingFault) -> Self? {
        if let status: Int = try fields.find("refused_before_with") {
            return .credentials(status: status)
        }
        let isOfOther: Bool? = try fields.find("signature_of_other_connection")
        return isOfOther.map { .signature(isOfOtherConnection: $0) }
    }
}

extension AuthorizationReport.Request: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            status: try form("status", \.status), duration: try form("took_ms", \.duration))
    }
}

extension PresenceMember: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("user_id", self.id)
        fields.add("user_info", data: self.info, inString: false)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            id: try fields.get("user_id"),
            info: try fields.findData("user_info", inString: false))
    }
}

extension PresenceMembers: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("me", self.me)
        fields.add("members", self.ordered)
        fields.add("unlisted", self.unlisted == 0 ? nil : self.unlisted)
        // The log keeps the start of a long list.
        if self.isBeginning { fields.add("member_count", self.total) }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(me: try fields.find("me"))
        for member in try fields.get("members", as: [PresenceMember].self) { self.add(member) }
        // Members beyond the limit are only counted.
        let unlisted = Swift.min(try fields.find("unlisted", as: Int.self) ?? 0, Self.limit * 10)
        guard self.count == Self.limit, unlisted > 0 else { return }
        for number in 0..<unlisted { self.add(PresenceMember(id: UserID("\u{0}\(number)"))) }
    }
}

extension MemberDifference: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            joined: try form("joined", \.joined), left: try form("left", \.left),
            updated: try form("updated", \.updated, usually: []),
            ownJoined: try form("own_joined", \.ownJoined),
            ownLeft: try form("own_left", \.ownLeft),
            isAfterAbsence: try form("after_absence", \.isAfterAbsence))
    }
}

extension SignInState: RecordedObject {
    func write(to fields: inout RecordedFields) {
        switch self {
        case .signedOut: fields.add("state", "signed_out")
        case .requested: fields.add("state", "requested")
        case .authenticating: fields.add("state", "authenticating")
        case .signingIn: fields.add("state", "signing_in")
        case .signedIn(let user):
            fields.add("state", "signed_in")
            user.write(to: &fields)
        case .failed(let failure):
            fields.add("state", "failed")
            fields.add("failure", failure)
        }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        switch try fields.get("state", as: String.self) {
        case "signed_out": self = .signedOut
        case "requested": self = .requested
        case "authenticating": self = .authenticating
        case "signing_in": self = .signingIn
        case "signed_in": self = .signedIn(try SignedInUser(from: fields))
        case "failed": self = .failed(try fields.get("failure"))
        default: throw RecordingFault("has an unknown sign-in state")
        }
    }
}

extension SignedInUser: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(id: try form("user_id", \.id), data: try form("user_data", \.data))
    }
}

extension SignInFailure: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            phase: try form("phase", \.phase), status: try form("status", \.status),
            FailureParts(
                try form("what", \.parts.what), try form("cause", \.parts.cause, usually: ""),
                advice: try form("advice", \.parts.advice, usually: "")),
            code: try form("code", \.code), body: try form("body", \.body),
            stringToSign: try form("string_to_sign", \.stringToSign),
            frame: try form("frame", \.frame))
    }
}

extension SignInFailure.Phase: RecordedValue {
    var recorded: JSONValue {
        switch self {
        case .authentication: .string("authentication")
        case .signIn: .string("sign_in")
        case .timeLimit: .string("time_limit")
        }
    }

    init(recorded json: JSONValue) throws(RecordingFault) {
        switch try String(recorded: json) {
        case "authentication": self = .authentication
        case "sign_in": self = .signIn
        case "time_limit": self = .timeLimit
        default: throw RecordingFault("is unknown")
        }
    }
}

extension WatchlistChange: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            name: try form("name", \.name), userIDs: try form("user_ids", \.userIDs))
    }
}
