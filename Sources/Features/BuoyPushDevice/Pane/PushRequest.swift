import BuoyDashboard
import ChannelsPushProtocol

/// Whether a push service can be used.
enum PushAccess: Hashable, Sendable {
    /// - Parameter isSandbox: whether it is the program's own sandbox, which accepts a made-up
    ///   token and says what a notification would reach.
    case available(isSandbox: Bool)
    /// It cannot; a sentence or two that say which option would help.
    case missing(String)
}

/// A request to the push client. What comes of it is in the status that the client reports.
enum PushRequest: FeatureRequest {
    /// Where the token of the device comes from. The dashboard never has a token.
    enum Token: Hashable, Sendable {
        /// A random one, for the sandbox.
        case madeUp
        /// A file that only the user can read.
        case file(String)
    }

    /// Registers the device.
    case register(PushPlatform, Token)
    /// Replaces the token.
    case updateToken(Token)
    /// Subscribes to the first interests, and unsubscribes from the others.
    case change(subscribe: [InterestName], unsubscribe: [InterestName])
    /// Sends at once what waits, and again what was refused.
    case retry
    /// Finds out whether the service still knows the device.
    case verify
    /// Tells which devices a notification for the interest would reach; only the sandbox can.
    case reach(InterestName)
    /// Lets the sandbox answer requests with an error.
    case fault(status: Int, times: Int)

    var words: String {
        switch self {
        case .register: "register the device"
        case .updateToken: "replace the token"
        case .change: "change the interests"
        case .retry: "retry"
        case .verify: "verify the device"
        case .reach(let interest): "count the devices reached by \(interest.text)"
        case .fault: "make the sandbox fail"
        }
    }

    var changesServer: Bool {
        switch self {
        // A device that the service has forgotten is registered again.
        case .register, .updateToken, .change, .retry, .verify, .fault: true
        case .reach: false
        }
    }

    var needs: Needs { [.oneServer, .present] }

    var order: RequestOrder { .inOrder }
}

/// The status of the push client has changed.
struct PushStatusChange: FeatureReport {
    /// The new status.
    let status: PushStatus
}

extension Effect {
    /// A request to the push client.
    static func push(_ request: PushRequest) -> Effect { .feature(request) }
}

extension ServiceReport {
    /// The status of the push client has changed.
    static func push(_ status: PushStatus) -> ServiceReport {
        .feature(AnyFeatureReport(PushStatusChange(status: status)))
    }
}
