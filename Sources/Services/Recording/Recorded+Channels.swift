import ChannelsProtocol

// Subscriptions, members and users.

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
        default: throw RecordingFault("has an unknown state of a subscription")
        }
    }
}

extension SubscriptionFailure: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("phase", self.phase.name)
        fields.add("status", self.status)
        fields.add("text", self.text)
        fields.add("code", self.code)
        fields.add("body", self.body.map(SecretMask.masked))
        fields.add("string_to_sign", self.stringToSign)
        fields.add("signed_here", self.comparison?.signedHere)
        fields.add("expected", self.comparison?.expected)
        fields.add("attempts", self.attempts)
        fields.add("frame", self.frame.map(SecretMask.masked))
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        let phase: Phase =
            switch try fields.get("phase", as: String.self) {
            case Phase.authorization.name: .authorization
            case Phase.subscription.name: .subscription
            case Phase.notRequested.name: .notRequested
            default: throw RecordingFault("has an unknown phase")
            }
        self.init(
            phase: phase, status: try fields.find("status"), text: try fields.get("text"),
            code: try fields.find("code"), body: try fields.find("body"),
            stringToSign: try fields.find("string_to_sign"), comparison: nil,
            attempts: try fields.get("attempts"), frame: try fields.find("frame"))
        if let signedHere: String = try fields.find("signed_here") {
            self.comparison = SignatureComparison(
                signedHere: signedHere, expected: try fields.get("expected"))
        }
    }
}

extension AuthorizationReport: RecordedObject {
    func write(to fields: inout RecordedFields) {
        switch self.subject {
        case .channel(let name): fields.add("channel", name)
        case .newKey(let name): fields.add("new_key", name)
        case .user: fields.add("user", true)
        }
        fields.add("took", self.duration)
        fields.add("attempts", self.attempts)
        fields.add("status", self.status)
        fields.add("granted", self.isGranted)
        fields.add("socket_id", self.socketID)
        fields.add("string_to_sign", self.stringToSign)
        if !self.requests.isEmpty { fields.add("requests", self.requests) }
        fields.add("credentials_mark", self.credentials)
        fields.add("signature_mark", self.signature)
        switch self.repetition {
        case .credentials(let status): fields.add("refused_before_with", status)
        case .signature(let isOfOther): fields.add("signature_of_other_connection", isOfOther)
        case nil: break
        }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        let subject: Subject
        if let channel: ChannelName = try fields.find("channel") {
            subject = .channel(channel)
        } else if let channel: ChannelName = try fields.find("new_key") {
            subject = .newKey(channel)
        } else if try fields.find("user") == true {
            subject = .user
        } else {
            throw RecordingFault("has no subject")
        }
        self.init(
            subject: subject, duration: try fields.get("took"),
            attempts: try fields.get("attempts"), status: try fields.find("status"),
            isGranted: try fields.get("granted"))
        self.socketID = try fields.find("socket_id")
        self.stringToSign = try fields.find("string_to_sign")
        self.requests = try fields.find("requests") ?? []
        self.credentials = try fields.find("credentials_mark")
        self.signature = try fields.find("signature_mark")
        if let status: Int = try fields.find("refused_before_with") {
            self.repetition = .credentials(status: status)
        } else if let isOfOther: Bool = try fields.find("signature_of_other_connection") {
            self.repetition = .signature(isOfOtherConnection: isOfOther)
        }
    }
}

extension AuthorizationReport.Request: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("status", self.status)
        fields.add("took", self.duration)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(status: try fields.find("status"), duration: try fields.get("took"))
    }
}

extension Member: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("user_id", self.id)
        fields.add("info", data: self.info)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(id: try fields.get("user_id"), info: try fields.findData("info"))
    }
}

extension Members: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("me", self.me)
        fields.add("members", self.ordered)
        fields.add("unlisted", self.unlisted == 0 ? nil : self.unlisted)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(me: try fields.find("me"))
        for member in try fields.get("members", as: [Member].self) { self.add(member) }
        // Members beyond the limit are only counted.
        let unlisted = min(try fields.find("unlisted", as: Int.self) ?? 0, Self.limit * 10)
        guard self.count == Self.limit, unlisted > 0 else { return }
        for number in 0..<unlisted { self.add(Member(id: UserID("\u{0}\(number)"))) }
    }
}

extension MemberDifference: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("joined", self.joined)
        fields.add("left", self.left)
        fields.add("after_absence", self.isAfterAbsence)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            joined: try fields.get("joined"), left: try fields.get("left"),
            isAfterAbsence: try fields.get("after_absence"))
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
            fields.add("user_id", user.id)
            fields.add("user_data", user.data)
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
        case "signed_in":
            self = .signedIn(
                SignedInUser(id: try fields.get("user_id"), data: try fields.get("user_data")))
        case "failed": self = .failed(try fields.get("failure"))
        default: throw RecordingFault("has an unknown state of the sign-in")
        }
    }
}

extension SignInFailure: RecordedObject {
    func write(to fields: inout RecordedFields) {
        let phase =
            switch self.phase {
            case .authentication: "authentication"
            case .signIn: "sign_in"
            case .timeLimit: "time_limit"
            }
        fields.add("phase", phase)
        fields.add("status", self.status)
        fields.add("text", self.text)
        fields.add("code", self.code)
        fields.add("body", self.body.map(SecretMask.masked))
        fields.add("string_to_sign", self.stringToSign)
        fields.add("frame", self.frame.map(SecretMask.masked))
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        let phase: Phase =
            switch try fields.get("phase", as: String.self) {
            case "authentication": .authentication
            case "sign_in": .signIn
            case "time_limit": .timeLimit
            default: throw RecordingFault("has an unknown phase")
            }
        self.init(
            phase: phase, status: try fields.find("status"), text: try fields.get("text"),
            code: try fields.find("code"), body: try fields.find("body"),
            stringToSign: try fields.find("string_to_sign"), frame: try fields.find("frame"))
    }
}

extension WatchlistChange: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("name", self.name)
        fields.add("user_ids", self.userIDs)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(name: try fields.get("name"), userIDs: try fields.get("user_ids"))
    }
}
