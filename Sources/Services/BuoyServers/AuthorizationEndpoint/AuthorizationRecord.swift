import ChannelsProtocol

/// What an authorization endpoint did with one request. It contains no signature and no secret.
package struct AuthorizationRecord: Hashable, Sendable {
    /// The request.
    var subject: Subject
    /// The connection; `nil` if the request names none.
    var socketID: SocketID?
    /// The answer.
    var outcome: Outcome

    /// What a client asks for.
    enum Subject: Hashable, Sendable {
        /// A channel, with its name as it was sent.
        case channel(String)
        /// A sign-in.
        case user
        /// Something else: the path.
        case other(String)
    }

    /// What an endpoint answers.
    enum Outcome: Hashable, Sendable {
        /// A signature of this text.
        case signed(String)
        /// This status and text, because the request cannot be signed or must be refused.
        case refused(status: Int, text: String)
        /// A deliberate fault.
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
