internal import ChannelsProtocol
internal import Clocks
internal import FaultScripts
package import Transport

/// Opens connections that suffer the faults of a `FaultInjector`.
package struct FaultyConnector: WebSocketConnector {
    private let base: any WebSocketConnector
    private let switches: FaultSwitches
    private let time: any TimeSource

    init(_ base: any WebSocketConnector, _ switches: FaultSwitches, _ time: any TimeSource) {
        self.base = base
        self.switches = switches
        self.time = time
    }

    package func connect(
        to endpoint: WebSocketEndpoint, progress: @escaping @Sendable (ConnectPhase) -> Void
    ) async throws(TransportError) -> any WebSocketConnection {
        try await self.admit(endpoint, progress)
        let connection = try await self.base.connect(to: endpoint, progress: progress)
        if case .reject(let code)? = self.switches.ofAttempts {
            return RejectedConnection(connection, code: code.rawValue)
        }
        let faulty = FaultyConnection(connection, self.switches)
        self.switches.add(faulty)
        return faulty
    }

    /// Returns when the attempt may go on.
    private func admit(
        _ endpoint: WebSocketEndpoint, _ progress: @Sendable (ConnectPhase) -> Void
    ) async throws(TransportError) {
        let start = self.time.now()
        let address = "\(endpoint.host):\(endpoint.port)"
        for wait in [.zero] + Fault.connectRepeats {
            if wait > .zero {
                do { try await self.time.sleep(until: start.advanced(by: wait)) } catch {
                    throw .cancelled
                }
            }
            switch self.switches.ofAttempts {
            case .unreachable:
                progress(.connecting(address))
            case .refuse:
                progress(.connecting(address))
                throw .connectFailed(address: address, cause: "connection refused\(Self.remark)")
            case .unresolved:
                progress(.resolving)
                throw .nameNotResolved(
                    host: endpoint.host, cause: "the name has no address\(Self.remark)")
            case .status(let status):
                progress(.upgrading)
                throw .upgradeRefused(
                    status: status, reason: String(Self.remark.dropFirst()), retryAfter: nil,
                    body: "")
            default: return
            }
        }
        throw .connectFailed(address: address, cause: "no answer\(Self.remark)")
    }

    /// So that nobody takes a fault for a real one.
    private static let remark = " (a fault made by buoy)"
}
