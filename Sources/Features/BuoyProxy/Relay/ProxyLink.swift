import BuoyScripts
import BuoySessions
import ChannelsTransport
import NIOCore
import Synchronization

enum ProxyScope: Hashable, Sendable {
    /// All clients, and those to come.
    case all
    case client(ClientNumber)
}

final class ProxyLink: Sendable {
    let number: Int
    let client: ClientNumber
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

    /// Called on the event loop.
    func begin(_ relay: LinkRelay) {
        let bound = NIOLoopBound(relay, eventLoop: self.loop)
        self.state.withLock { $0 = .relaying(bound) }
    }

    func end() { self.state.withLock { $0 = .ended } }

    var isSilenced: Bool { self.faulty.isSilent }

    /// Calls the function once, on the event loop.
    func whenFaultsChange(_ then: @escaping @Sendable () -> Void) {
        self.state.withLock { state in
            guard case .waiting(let others) = state else { return }
            state = .waiting(others + [then])
        }
    }

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
    func change(to rule: MessageRule?) async {
        guard case .relaying(let relay) = self.state.withLock({ $0 }) else { return }
        try? await self.loop.submit { relay.value.change(to: rule) }.get()
    }

    /// - Returns: whether the WebSocket was open.
    func inject(_ text: [UInt8], _ target: FrameTarget) async -> Bool {
        guard case .relaying(let relay) = self.state.withLock({ $0 }) else { return false }
        return (try? await self.loop.submit { relay.value.inject(text, target) }.get()) ?? false
    }

    func settle(_ number: Int, _ decision: HeldDecision, text: [UInt8]?) {
        self.withRelay { $0.settle(number, decision, text: text) }
    }

    func strike(_ fault: Fault) {
        switch fault {
        case .cut: self.faulty.cut(.cut)
        case .reset: self.faulty.cut(.reset)
        case .truncate, .close, .error, .corrupt: self.withRelay { $0.strike(fault) }
        case .silence, .loss, .buffer, .delay, .throttle, .noPongs, .delayAnswers,
            .refuse, .unreachable, .stall, .unresolved, .status, .reject:
            break
        }
    }

    private func withRelay(_ body: @escaping @Sendable (LinkRelay) -> Void) {
        guard case .relaying(let relay) = self.state.withLock({ $0 }) else { return }
        self.loop.execute { body(relay.value) }
    }
}
