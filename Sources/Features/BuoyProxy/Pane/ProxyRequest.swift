import BuoyDashboard
import BuoyScripts

/// A request to the proxy whose clients are shown.
enum ProxyRequest: FeatureRequest {
    /// Shows a client in the whole dashboard.
    case show(ClientNumber)
    /// Shows the frames of a client in the list.
    case showFrames(ClientNumber)
    /// Forgets a client that is gone.
    case forget(ClientNumber)
    /// Holds messages of a client, or none.
    case hold(HoldRule?, of: ClientNumber)
    /// Decides about a held message.
    case settle(HeldMessage, HeldDecision)
    /// Makes something go wrong with all clients.
    case faultOfAll(FaultOrder)

    var words: String {
        switch self {
        case .show(let client): "show client \(client)"
        case .showFrames: "show frames"
        case .forget(let client): "forget client \(client)"
        case .hold: "hold messages"
        case .settle: "decide on a held message"
        case .faultOfAll(let order): "\(order.words) for all clients"
        }
    }

    /// A proxy passes on what others send, and makes faults of connections.
    var changesServer: Bool { false }

    var needs: Needs { [.oneServer, .present] }

    var order: RequestOrder {
        switch self {
        case .show, .hold, .settle, .faultOfAll: .inOrder
        case .showFrames, .forget: .parallel
        }
    }
}

extension Effect {
    /// A request to the proxy.
    static func proxy(_ request: ProxyRequest) -> Effect { .feature(request) }
}
