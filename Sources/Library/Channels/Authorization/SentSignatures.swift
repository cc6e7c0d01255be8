internal import ChannelsProtocol
internal import Synchronization

/// Auth strings that a client has sent, so that a recording can hide them. The oldest are
/// forgotten: each is valid for one connection only.
package final class SentSignatures: Sendable {
    private struct State {
        var auths: [String] = []
        var forgotten = 0
    }

    private let state = Mutex(State())
    private static let limit = 5_000

    func note(_ message: ClientMessage) {
        switch message {
        case .subscribe(_, let authorization?): self.add(authorization.auth)
        case .signIn(let auth, _): self.add(auth)
        case .subscribe(_, nil), .unsubscribe, .ping, .pong, .event, .unknown: break
        }
    }

    private func add(_ auth: String) {
        self.state.withLock { state in
            state.auths.append(auth)
            guard state.auths.count > 2 * Self.limit else { return }
            state.auths.removeFirst(Self.limit)
            state.forgotten += Self.limit
        }
    }

    package func after(_ count: Int) -> (auths: ArraySlice<String>, count: Int) {
        self.state.withLock { state in
            (
                state.auths.dropFirst(max(count - state.forgotten, 0)),
                state.forgotten + state.auths.count
            )
        }
    }
}
