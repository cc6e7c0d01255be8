/// Notices when a refused token or signature is used again for the same channel. Keeps marks,
/// not secrets.
struct RefusedTokens: Sendable {
    private struct Signature: Hashable {
        let mark: SecretMark
        let socketID: SocketID?
    }

    private struct Refusal: Hashable {
        let mark: SecretMark
        let status: Int
    }

    private var signatures: [ChannelName: Signature] = [:]
    private var refusedSignatures: [ChannelName: Signature] = [:]
    private var refusedCredentials: [AuthorizationReport.Subject: Refusal] = [:]

    /// Endpoints' refusals of credentials: not signed in, not allowed, CSRF token expired (419,
    /// Laravel).
    private static let statuses: Set<Int> = [401, 403, 419]

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
