import ChannelsEventWords
package import ChannelsProtocol

/// What an app's authorization endpoint answered for a channel, apart from the connection.
package enum EndpointFinding: Hashable, Sendable {
    /// With the right signature.
    case authorized
    /// For another secret than the one at hand.
    case otherSecret
    /// The same response for two sockets.
    case cached
    /// - Parameter hasSession: whether cookies or headers were sent.
    case refused(SubscriptionFailure, hasSession: Bool)
}

extension ConnectionCheck {
    package var askedChannels: [ChannelName] { self.subject.askedChannels }

    /// No app has it, so the response only shows whether there is an endpoint.
    package static let unknownChannel = ChannelName(wire: "private-buoy-check")

    package mutating func answered(
        _ finding: EndpointFinding, for channel: ChannelName, after duration: Duration
    ) {
        let (status, detail): (CheckStep.Status, String) =
            switch finding {
            case .authorized: (.ok, "authorized")
            case .otherSecret:
                (
                    .failed,
                    "it signs with another secret than the one used here: check the secret of the "
                        + "app that runs there"
                )
            case .cached:
                (
                    .failed,
                    "it gave two sockets the same signature, so its responses are cached: send "
                        + "Cache-Control: no-store"
                )
            case .refused(let failure, _)
            where channel == Self.unknownChannel && failure.status == 403:
                (.ok, "it refuses a channel that the app does not have (403), as it should")
            case .refused(let failure, let hasSession):
                !hasSession && failure.asksForSession
                    ? (.warning, Self.withoutSession(failure)) : (.failed, failure.text)
            }
        if status == .failed { self.endpointFailure = .unauthorized }
        let address = self.subject.endpoint ?? ""
        self.update(.endpoint(channel)) { step in
            step.settle(status, "\(address): \(detail)", after: duration)
            if status == .warning { step.warning = detail }
        }
    }

    private static func withoutSession(_ failure: SubscriptionFailure) -> String {
        let answer = failure.status.map { "HTTP \($0)" } ?? "no"
        return "\(answer), as for a visitor without a session. To ask as a user, add "
            + "--auth-cookies FILE or --auth-header"
    }
}

extension SubscriptionFailure {
    /// A redirect to a login page, or what an app answers to strangers.
    fileprivate var asksForSession: Bool {
        switch self.status {
        case 401, 403, 419: true
        case 302, 303: self.what.contains("/login") || self.what.contains("/signin")
        default: false
        }
    }
}
