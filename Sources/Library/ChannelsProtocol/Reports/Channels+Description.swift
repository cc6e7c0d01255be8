extension PresenceMember: Printed {
    package var printed: String {
        self.id.text.oneLine() + (self.info.map { " \($0)" } ?? "")
    }
}

extension PresenceMembers: Printed {
    package var printed: String {
        let ids = self.ordered.prefix(20).map(\.id.text).joined(separator: ", ")
        let rest = self.total > 20 ? ", …" : ""
        return "\(self.total) members: \(ids)\(rest)".oneLine(limit: 1000)
    }
}

extension MemberDifference: Printed {
    package var printed: String {
        let joined = self.joined.map { "+\($0.id)" }
        let left = self.left.map { "−\($0.id)" }
        return (joined + left).joined(separator: " ").oneLine(limit: 1000)
    }
}

extension SubscriptionState: Printed {
    package var printed: String {
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

extension SignInState: Printed {
    package var printed: String {
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

extension SignedInUser: Printed {
    package var printed: String { self.id.text.oneLine() }
}

extension WatchlistChange: Printed {
    package var printed: String {
        "\(self.name): \(self.userIDs.map(\.text).joined(separator: ", "))".oneLine(limit: 1000)
    }
}
