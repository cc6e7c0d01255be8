package import ChannelsProtocol

extension ConnectionEnd {
    /// Whether a fault made by buoy ended it. Its text says so, so that this is known of a
    /// recording too.
    package var isByFault: Bool {
        switch self {
        case .closed(_, let reason): reason == DeliberateFault.words
        case .failed(let failure): failure.text.contains(DeliberateFault.words)
        case .timedOut(let phase, _): phase.hasSuffix(DeliberateFault.remark)
        case .pongMissing, .reconnectAsked: false
        }
    }
}
