import BuoyDashboard
import BuoyScripts

enum ProxyRequest: FeatureRequest {
    case show(ClientNumber)
    case showFrames(ClientNumber)
    case forget(ClientNumber)
    case hold(MessageRule?, of: ClientNumber)
    case settle(HeldMessage, HeldDecision)
    case inject([UInt8], FrameTarget, of: ClientNumber)
    case faultOfAll(FaultOrder)

    var words: String {
        switch self {
        case .show(let client): "show client \(client)"
        case .showFrames: "show frames"
        case .forget(let client): "forget client \(client)"
        case .hold: "hold messages"
        case .settle: "decide on a held message"
        case .inject(_, let target, _): "send a frame to the \(target.rawValue)"
        case .faultOfAll(let order): "\(order.words) for all clients"
        }
    }

    /// A proxy forwards what others send, and makes faults of connections; only an injected frame
    /// is from us.
    var changesServer: Bool {
        if case .inject(_, .server, _) = self { true } else { false }
    }

    var needs: Needs { [.oneServer, .present] }

    var order: RequestOrder {
        switch self {
        case .show, .hold, .settle, .inject, .faultOfAll: .inOrder
        case .showFrames, .forget: .parallel
        }
    }
}

extension Effect {
    static func proxy(_ request: ProxyRequest) -> Effect { .feature(request) }
}
