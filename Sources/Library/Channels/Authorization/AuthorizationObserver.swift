package import ChannelsProtocol

/// Stands around authorizations: for a product that traces them, so that `Channels` needs no
/// package for it.
package protocol AuthorizationObserver: Sendable {
    /// What an authorization comes to.
    typealias Outcome<Granted, Failure: Error> = (
        result: Result<Granted, Failure>, report: AuthorizationReport
    )

    /// Runs an authorization.
    ///
    /// - Returns: what `authorize` returned.
    func observe<Granted: Sendable, Failure: Error>(
        _ subject: AuthorizationReport.Subject, for socketID: SocketID,
        _ authorize: @Sendable () async -> Outcome<Granted, Failure>
    ) async -> Outcome<Granted, Failure>

    /// Headers for a request to an endpoint, in the task of the authorization that it belongs to.
    func headers() -> RequestFields
}

extension AuthorizationRequest {
    /// The channel or user that is authorized, as in reports.
    var subject: AuthorizationReport.Subject {
        switch self.purpose {
        case .subscription: .channel(self.channel)
        case .newKey: .newKey(self.channel)
        }
    }
}
