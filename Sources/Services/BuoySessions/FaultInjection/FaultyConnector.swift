import BuoyScripts
import ChannelsProtocol
package import ChannelsTransport

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
        let hasWaited = try await self.admit(endpoint, progress)
        let connection = try await self.base.connect(to: endpoint) { phase in
            // The name was already resolved before the wait for an answer.
            if hasWaited, phase == .resolving { return }
            progress(phase)
        }
        switch self.switches.ofAttempts {
        case .reject(let code): return RejectedConnection(connection, code: code.rawValue)
        case .stall: return StalledConnection(connection)
        default: break
        }
        let faulty = FaultyConnection(connection, self.switches)
        self.switches.add(faulty)
        return faulty
    }

    /// - Returns: whether a packet got no answer before.
    private func admit(
        _ endpoint: WebSocketEndpoint, _ progress: @Sendable (ConnectPhase) -> Void
    ) async throws(TransportError) -> Bool {
        let start = self.time.now()
        let address = endpoint.origin.address
        for wait in [.zero] + Fault.connectRepeats {
            if wait > .zero { try await self.sleep(until: start.advanced(by: wait)) }
            switch self.switches.ofAttempts {
            case .unreachable:
                progress(.withheld(address))
            case .refuse:
                progress(.connecting(address))
                throw .injected(
                    .connectFailed(
                        address: address, cause: "connection refused", isRefused: true))
            case .unresolved:
                progress(.resolving)
                throw .injected(
                    .nameNotResolved(host: endpoint.origin.host, cause: "the name has no address"))
            case .status(let status):
                progress(.upgrading)
                throw .injected(.upgradeRefused(HTTPRefusal(status: status)))
            case .stall(.tcp), .stall(.upgrade):
                progress(.withheld(address))
                try await self.waitForCancellation()
            default: return wait > .zero
            }
        }
        throw .injected(.connectFailed(address: address, cause: "no answer"))
    }

    private func sleep(until moment: ChannelsTimestamp) async throws(TransportError) {
        do { try await self.time.sleep(until: moment) } catch { throw .cancelled }
    }

    private func waitForCancellation() async throws(TransportError) {
        while true { try await self.sleep(until: self.time.now().advanced(by: .seconds(3600))) }
    }
}
