/// Notices that a token or a signature that was refused is used again for the same channel. It
/// keeps marks, not secrets.
struct RefusedTokens: Sendable {
    private struct Signature: Hashable {
        let mark: SecretMark
        let socketID: SocketID?
    }

    private struct Refusal: Hashable {
        let mark: SecretMark
        let status: Int
    }

    /// The signature that is under way, or was used last.
    private var signatures: [ChannelName: Signature] = [:]
    private var refusedSignatures: [ChannelName: Signature] = [:]
    private var refusedCredentials: [AuthorizationReport.Subject: Refusal] = [:]

    /// The statuses by which endpoints refuse credentials: not signed in, not allowed, and a CSRF
    /// token that has expired (419, Laravel).
    private static let statuses: Set<Int> = [401, 403, 419]

    /// An authorization was answered: notes in the report what was used again.
    mutating func answered(_ report: inout AuthorizationReport) {
        self.checkCredentials(&report)
        guard case .channel(let channel) = report.subject, let mark = report.signature else {
            return
        }
        let signature = Signature(mark: mark, socketID: report.socketID)
        self.signatures[channel] = signature
        guard let refused = self.refusedSignatures[channel], refused.mark == mark else { return }
        report.repetition = .signature(
            isOfOtherConnection: refused.socketID != signature.socketID)
    }

    private mutating func checkCredentials(_ report: inout AuthorizationReport) {
        let refused = self.refusedCredentials.removeValue(forKey: report.subject)
        guard let mark = report.credentials else { return }
        if let refused, refused.mark == mark {
            report.repetition = .credentials(status: refused.status)
        }
        guard !report.isGranted, let status = report.status, Self.statuses.contains(status) else {
            return
        }
        self.refusedCredentials[report.subject] = Refusal(mark: mark, status: status)
    }

    mutating func changed(_ channel: ChannelName, to state: SubscriptionState) {
        switch state {
        case .failed(let failure) where failure.phase == .subscription:
            self.refusedSignatures[channel] = self.signatures.removeValue(forKey: channel)
        case .subscribed:
            self.refusedSignatures[channel] = nil
        case .unsubscribed:
            self.signatures[channel] = nil
            self.refusedSignatures[channel] = nil
            self.refusedCredentials[.channel(channel)] = nil
            self.refusedCredentials[.newKey(channel)] = nil
        case .requested, .authorizing, .subscribing, .unsubscribing, .failed:
            break
        }
    }
}
