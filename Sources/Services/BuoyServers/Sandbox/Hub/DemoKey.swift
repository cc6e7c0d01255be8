import ChannelsProtocol

/// App keys that are always refused, each with another close code, for testing how a client reacts.
package enum DemoKey: String, Hashable, Sendable, CaseIterable {
    case tlsOnly = "sandbox-4000"
    case disabled = "sandbox-4003"
    case overQuota = "sandbox-4004"
    case unauthorized = "sandbox-4009"
    case overCapacity = "sandbox-4100"
    case reconnect = "sandbox-4200"

    /// - Parameter key: compared byte for byte; `nil` for any other key.
    init?(_ key: String) {
        guard let found = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(key.utf8) })
        else { return nil }
        self = found
    }

    var code: CloseCode {
        switch self {
        case .tlsOnly: 4000
        case .disabled: 4003
        case .overQuota: 4004
        case .unauthorized: 4009
        case .overCapacity: 4100
        case .reconnect: 4200
        }
    }

    package var reason: String {
        switch self {
        case .tlsOnly: "Application only accepts TLS connections, reconnect using wss"
        case .disabled: "Application disabled"
        case .overQuota: "Application is over connection quota"
        case .unauthorized: "Connection is unauthorized"
        case .overCapacity: "Over capacity"
        case .reconnect: "Please reconnect"
        }
    }
}
