package import BuoyTextScreen
package import ChannelsProtocol

extension ConnectionState {
    package func glyph(_ states: GlyphSet.States) -> Unicode.Scalar {
        switch self {
        case .initialized: states.initialized
        case .connecting: states.connecting
        case .connected: states.connected
        case .unavailable: states.unavailable
        case .failed: states.failed
        case .disconnected: states.disconnected
        }
    }

    var textRole: Role {
        switch self {
        case .initialized, .connected, .disconnected: .text
        case .connecting, .unavailable: .flashWarn
        case .failed: .flashError
        }
    }

    package var role: Role {
        switch self {
        case .initialized: .stateInitialized
        case .connecting: .stateConnecting
        case .connected: .stateConnected
        case .unavailable: .stateUnavailable
        case .failed: .stateFailed
        case .disconnected: .stateDisconnected
        }
    }
}
