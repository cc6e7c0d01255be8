/// How a connection to the flapping server ends.
enum ConnectionFate: Hashable {
    // As soon as the client is subscribed to everything.
    case fin, rst
    /// It stays open, and nothing is answered any more.
    case silence
    case goingAway, overCapacity, reconnectNow

    // Before it is established.

    /// TCP is accepted, and ended at once.
    case refused
    /// TCP is accepted, and nothing is read.
    case ignored
    /// The upgrade is answered with 503.
    case unavailable
    /// The upgrade is not answered.
    case noUpgrade
    /// The upgrade is accepted, and TCP ended before the first message.
    case cut
    /// The upgrade is accepted, and nothing is said.
    case mute

    /// The fates of connections in the order of their coming, over and over: lost ones in a row,
    /// and lost ones with attempts that fail in between.
    static let sequence: [ConnectionFate] =
        [.fin, .rst, .silence, .goingAway, .overCapacity, .reconnectNow]
        + [.fin, .refused, .rst, .ignored, .silence, .unavailable]
        + [.goingAway, .noUpgrade, .overCapacity, .cut, .reconnectNow, .mute]

    /// The close code of those that have one.
    var closeCode: UInt16? {
        switch self {
        case .goingAway: 1001
        case .overCapacity: 4100
        case .reconnectNow: 4200
        case .fin, .refused, .rst, .ignored, .silence, .unavailable, .noUpgrade, .cut, .mute: nil
        }
    }
}
