extension PresenceMember: CustomStringConvertible {
    /// The id, and the start of the user's information.
    public var description: String {
        self.id.text.oneLine() + (self.info.map { " \($0)" } ?? "")
    }
}

extension PresenceMembers: CustomStringConvertible {
    /// The ids of the first members, and the member count.
    public var description: String {
        let ids = self.ordered.prefix(20).map(\.id.text).joined(separator: ", ")
        let rest = self.total > 20 ? ", …" : ""
        return "\(self.total) members: \(ids)\(rest)".oneLine(limit: 1000)
    }
}

extension MemberDifference: CustomStringConvertible {
    /// The members who joined and left.
    public var description: String {
        let joined = self.joined.map { "+\($0.id)" }
        let left = self.left.map { "−\($0.id)" }
        return (joined + left).joined(separator: " ").oneLine(limit: 1000)
    }
}

extension SubscriptionState: CustomStringConvertible {
    /// The state and, for a failure, the reason.
    public var description: String {
        switch self {
        case .requested: "requested"
        case .authorizing: "authorizing"
        case .subscribing: "subscribing"
        case .subscribed: "subscribed"
        case .failed(let failure): "failed: \(failure)"
        case .unsubscribing: "unsubscribing"
        case .unsubscribed: "unsubscribed"
        }
    }
}

extension SubscriptionFailure: CustomStringConvertible {
    /// The text of the failure on one line, cut at 500 characters. It may quote a peer.
    public var description: String { self.text.oneLine(limit: 500) }
}

extension AuthorizationReport: CustomStringConvertible {
    /// The subject of the authorization, whether it was granted, and how long it took.
    public var description: String {
        let subject =
            switch self.subject {
            case .channel(let channel): channel.text
            case .newKey(let channel): "a new key for \(channel)"
            case .user: "the user"
            }
        let outcome = self.isGranted ? "granted" : "refused"
        let status = self.status.map { " with status \($0)" } ?? ""
        return "\(subject) \(outcome)\(status) after \(self.duration.inWords)".oneLine()
    }
}

extension SignInState: CustomStringConvertible {
    /// The state and, for a failure, the reason.
    public var description: String {
        switch self {
        case .signedOut: "signed out"
        case .requested: "requested"
        case .authenticating: "authenticating"
        case .signingIn: "signing in"
        case .signedIn(let user): "signed in as \(user)"
        case .failed(let failure): "failed: \(failure)"
        }
    }
}

extension SignedInUser: CustomStringConvertible {
    /// The user id, on one line.
    public var description: String { self.id.text.oneLine() }
}

extension SignInFailure: CustomStringConvertible {
    /// The text of the failure on one line, cut at 500 characters. It may quote a peer.
    public var description: String { self.text.oneLine(limit: 500) }
}

extension WatchlistChange: CustomStringConvertible {
    /// The users who went online or offline.
    public var description: String {
        "\(self.name): \(self.userIDs.map(\.text).joined(separator: ", "))".oneLine(limit: 1000)
    }
}
