import ChannelsProtocol

/// What an authorization endpoint did with one request, without signatures or secrets.
package struct AuthorizationRecord: Hashable, Sendable {
    var subject: Subject
    var socketID: SocketID?
    var outcome: Outcome

    enum Subject: Hashable, Sendable {
        /// The channel's name as sent, unchecked.
        case channel(String)
        case user
        case other(String)
    }

    enum Outcome: Hashable, Sendable {
        case signed(String)
        case refused(status: Int, text: String)
        case fault(AuthorizationFault.Answer)
    }

    /// The record on one line of at most 4,000 characters. Parts of it come from the client, and
    /// must be sanitised.
    package var text: String {
        let text = self.fullText
        return text.utf8.count > 4000 ? text.prefix(3999) + "…" : text
    }

    private var fullText: String {
        let who =
            switch self.subject {
            case .channel(let name): name
            case .user: "sign-in"
            case .other(let path): path
            }
        return "\(who)  \(self.socketID?.text ?? "-")  \(self.outcomeText)"
    }

    private var outcomeText: String {
        switch self.outcome {
        case .signed(let text): "signed \(text)"
        case .refused(let status, let text): "refused \(status): \(text)"
        case .fault(.status(let status)): "answered \(status) on purpose"
        case .fault(.withoutAuth): "answered without auth on purpose"
        case .fault(.wrongSignature): "answered with a wrong signature on purpose"
        case .fault(.html): "answered with an HTML page on purpose"
        case .fault(.signed): "signed"
        }
    }
}
