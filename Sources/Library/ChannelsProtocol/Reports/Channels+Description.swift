// What `print` shows of channels, members and users: one readable line.

extension Member: PrintableReport, ReportLine {
    /// The id, and the start of the user's information.
    package var line: String {
        self.id.text.oneLine() + (self.info.map { " \($0)" } ?? "")
    }
}

extension Members: PrintableReport, ReportLine {
    /// The ids of the first members, and the number of members.
    package var line: String {
        let ids = self.ordered.prefix(20).map(\.id.text).joined(separator: ", ")
        let rest = self.count > 20 ? ", …" : ""
        return "\(self.count) members: \(ids)\(rest)".oneLine(limit: 1000)
    }
}

extension MemberDifference: PrintableReport, ReportLine {
    /// Who joined and who left.
    package var line: String {
        let joined = self.joined.map { "+\($0.id)" }
        let left = self.left.map { "−\($0.id)" }
        return (joined + left).joined(separator: " ").oneLine(limit: 1000)
    }
}

extension SubscriptionState: PrintableReport, ReportLine {
    /// The state; for a failure, with the reason.
    package var line: String {
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

extension SubscriptionFailure: PrintableReport, ReportLine {
    /// The sentence.
    package var line: String { self.text.oneLine(limit: 500) }
}

extension AuthorizationReport: PrintableReport, ReportLine {
    /// What was authorized, whether it was granted, and how long that took.
    package var line: String {
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

extension SignInState: PrintableReport, ReportLine {
    /// The state; for a failure, with the reason.
    package var line: String {
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

extension SignedInUser: PrintableReport, ReportLine {
    /// The id of the user, in one line.
    package var line: String { self.id.text.oneLine() }
}

extension SignInFailure: PrintableReport, ReportLine {
    /// The sentence.
    package var line: String { self.text.oneLine(limit: 500) }
}

extension WatchlistChange: PrintableReport, ReportLine {
    /// Who went online or offline.
    package var line: String {
        "\(self.name): \(self.userIDs.map(\.text).joined(separator: ", "))".oneLine(limit: 1000)
    }
}
