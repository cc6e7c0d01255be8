import BuoyScripts
import BuoySessions
import ChannelsTransport
import NIOCore
import Synchronization

/// Which clients a fault concerns.
enum ProxyScope: Hashable, Sendable {
    /// All clients, and those to come.
    case all
    /// One client.
    case client(ClientNumber)
}

/// A connection through the proxy, as the hub knows it.
final class ProxyLink: Sendable {
    let number: Int
    let client: ClientNumber
    /// The condition of the connection to the server.
    let faulty = FaultyLink()

    private let loop: any EventLoop
    private let state = Mutex<State>(.waiting([]))

    private enum State: Sendable {
        /// Not connected yet; what has to be done when the faults change.
        case waiting([@Sendable () -> Void])
        case relaying(NIOLoopBound<LinkRelay>)
        case ended
    }

    init(_ number: Int, _ client: ClientNumber, on loop: any EventLoop) {
        self.number = number
        self.client = client
        self.loop = loop
    }

    /// Both ends are connected. Called on the event loop.
    func begin(_ relay: LinkRelay) {
        let bound = NIOLoopBound(relay, eventLoop: self.loop)
        self.state.withLock { $0 = .relaying(bound) }
    }

    /// It has ended.
    func end() { self.state.withLock { $0 = .ended } }

    /// Whether a fault keeps what is sent in a direction from arriving.
    var isSilenced: Bool {
        let condition = self.faulty.condition
        return condition.stopsReceiving || condition.stopsSending
    }

    /// Calls a function on the event loop when the faults have changed, once.
    func whenFaultsChange(_ then: @escaping @Sendable () -> Void) {
        self.state.withLock { state in
            guard case .waiting(let others) = state else { return }
            state = .waiting(others + [then])
        }
    }

    /// The lasting faults are now these.
    func change(to faults: [Fault]) {
        self.faulty.change(to: LinkCondition(faults))
        let messages = MessageFaults(faults)
        self.withRelay { $0.change(to: messages) }
        let waiting = self.state.withLock { state in
            guard case .waiting(let waiting) = state else { return [@Sendable () -> Void]() }
            state = .waiting([])
            return waiting
        }
        for then in waiting { self.loop.execute(then) }
    }

    /// Other messages are held once this returns.
    func change(to rule: HoldRule?) async {
        guard case .relaying(let relay) = self.state.withLock({ $0 }) else { return }
        try? await self.loop.submit { relay.value.change(to: rule) }.get()
    }

    /// Somebody has decided about a held message.
    /// - Parameter text: the new text of the message, if it is changed.
    func settle(_ number: Int, _ decision: HeldDecision, text: [UInt8]?) {
        self.withRelay { $0.settle(number, decision, text: text) }
    }

    /// A momentary fault strikes.
    func strike(_ fault: Fault) {
        switch fault {
        case .cut: self.faulty.cut(.cut)
        case .reset: self.faulty.cut(.reset)
        case .truncate, .close, .error, .corrupt: self.withRelay { $0.strike(fault) }
        case .silence, .loss, .buffer, .delay, .throttle, .noPongs, .hold, .refuse, .unreachable,
            .unresolved, .status, .reject:
            break
        }
    }

    private func withRelay(_ body: @escaping @Sendable (LinkRelay) -> Void) {
        guard case .relaying(let relay) = self.state.withLock({ $0 }) else { return }
        self.loop.execute { body(relay.value) }
    }
}
