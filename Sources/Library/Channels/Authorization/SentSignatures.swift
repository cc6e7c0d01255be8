internal import ChannelsProtocol
internal import Synchronization

/// The auth strings that a client has sent, so that a recording can hide them wherever a server
/// repeats them. The oldest are forgotten: each is only valid for one connection.
package final class SentSignatures: Sendable {
    private struct State {
        var auths: [String] = []
        var forgotten = 0
    }

    private let state = Mutex(State())
    private static let limit = 5_000

    /// Takes note of a message that is about to be sent.
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

    /// Those that were sent after the first ones, and how many were sent in all.
    package func after(_ count: Int) -> (auths: ArraySlice<String>, count: Int) {
        self.state.withLock { state in
            (
                state.auths.dropFirst(max(count - state.forgotten, 0)),
                state.forgotten + state.auths.count
            )
        }
    }
}
