package import ChannelsProtocol

/// For products that trace authorizations, so that `Channels` needs no package for it.
package protocol AuthorizationObserver: Sendable {
    typealias Outcome<Granted, Failure: Error> = (
        result: Result<Granted, Failure>, report: AuthorizationReport
    )

    func observe<Granted: Sendable, Failure: Error>(
        _ subject: AuthorizationReport.Subject, for socketID: SocketID,
        _ authorize: @Sendable () async -> Outcome<Granted, Failure>
    ) async -> Outcome<Granted, Failure>

    func headers() -> RequestFields
}

extension AuthorizationRequest {
    var subject: AuthorizationReport.Subject {
        switch self.purpose {
        case .subscription: .channel(self.channel)
        case .newKey: .newKey(self.channel)
        }
    }
}
