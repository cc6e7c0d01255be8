import BuoyDashboard
import BuoyScripts

enum ProxyRequest: FeatureRequest {
    case show(ClientNumber)
    case showFrames(ClientNumber)
    case forget(ClientNumber)
    case hold(HoldRule?, of: ClientNumber)
    case settle(HeldMessage, HeldDecision)
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
    static func proxy(_ request: ProxyRequest) -> Effect { .feature(request) }
}
