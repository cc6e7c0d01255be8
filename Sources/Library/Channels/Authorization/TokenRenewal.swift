import Synchronization

/// Lets one of the requests that were refused with the same token renew it, while the others wait.
final class TokenRenewal: Sendable {
    private typealias Outcome = Result<Void, AuthFault>

    private struct State {
        var count = 0
        var isRunning = false
        var waiting: [AsyncStream<Outcome>.Continuation] = []
    }

    private enum Turn {
        case renewed
        case own
        case waiting(AsyncStream<Outcome>)
    }

    private let state = Mutex(State())

    /// How often the token was renewed. Read it before a request is made.
    var count: Int { self.state.withLock { $0.count } }

    /// Returns once the token has been renewed since `count`.
    ///
    /// - Throws: the error of the renewal, to all who waited for it.
    func renew(
        since count: Int, _ renew: () async throws(AuthFault) -> Void
    ) async throws(AuthFault) {
        while true {
            switch self.turn(since: count) {
            case .renewed: return
            case .own:
                do throws(AuthFault) {
                    try await renew()
                    return self.end(.success(()))
                } catch {
                    // Nobody else was abandoned: the next who waits renews it.
                    self.end(Task.isCancelled ? nil : .failure(error))
                    throw error
                }
            case .waiting(let outcomes):
                for await outcome in outcomes { return try outcome.get() }
                if Task.isCancelled { throw .cancelled }
            }
        }
    }

    private func turn(since count: Int) -> Turn {
        self.state.withLock { state in
            guard state.count == count else { return .renewed }
            guard state.isRunning else {
                state.isRunning = true
                return .own
            }
            let (outcomes, waiting) = AsyncStream<Outcome>.makeStream()
            state.waiting.append(waiting)
            return .waiting(outcomes)
        }
    }

    private func end(_ outcome: Outcome?) {
        let waiting = self.state.withLock { state in
            if case .success? = outcome { state.count += 1 }
            state.isRunning = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiting in waiting {
            if let outcome { waiting.yield(outcome) }
            waiting.finish()
        }
    }
}
