package import ChannelsProtocol

/// What can go wrong in the laboratory.
package enum LabFault: Hashable, Sendable {
    /// Every connection ends without a close frame.
    case cut
    /// Every connection is closed with this code.
    case close(CloseCode)
    /// Connections stay open, but nothing passes in either direction. What was sent meanwhile
    /// arrives afterwards, as TCP sends it again.
    case silence
    /// Nothing listens on the port: new connections are refused at once.
    case refuse
    /// The machine is gone: nothing answers new connections.
    case unreachable
    /// The name of the server cannot be resolved.
    case unresolved
    /// New connections are answered with this HTTP status instead of the upgrade.
    case status(Int)
    /// New connections are opened, and closed with this code instead of being established.
    case reject(CloseCode)

    /// Whether it concerns the connections of one moment, rather than a period.
    package var isMomentary: Bool {
        switch self {
        case .cut, .close: true
        case .silence, .refuse, .unreachable, .unresolved, .status, .reject: false
        }
    }

    /// A few words for a heading: `close 4200`.
    package var words: String {
        switch self {
        case .cut: "cut"
        case .close(let code): "close \(code.rawValue)"
        case .silence: "silence"
        case .refuse: "refuse"
        case .unreachable: "unreachable"
        case .unresolved: "name not resolved"
        case .status(let status): "HTTP \(status)"
        case .reject(let code): "reject \(code.rawValue)"
        }
    }
}
