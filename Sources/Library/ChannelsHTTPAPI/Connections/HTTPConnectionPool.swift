package import ChannelsTransport
import Synchronization

/// Sends requests over a bounded number of kept connections to one server.
///
/// If the server ended a connection before anything was written to it, another is used. A
/// request that changes something is never sent again once it may have arrived.
package final class HTTPConnectionPool: HTTPSender {
    private struct State {
        var slots: ConnectionSlots<HTTPConnection>
        var lastRequest = 0
        var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    }

    private let origin: HTTPOrigin
    private let idleLimit: Duration
    private let state: Mutex<State>

    /// - Parameter idleLimit: shorter than servers' usual times, so that they seldom end a
    ///   connection that is about to be used.
    package init(to origin: HTTPOrigin, maximum: Int, idleLimit: Duration = .seconds(8)) {
        self.origin = origin
        self.idleLimit = idleLimit
        self.state = Mutex(State(slots: ConnectionSlots(limit: maximum)))
    }

    package func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(HTTPExchangeFailure) -> HTTPResponse {
        guard await self.waitForTurn() else {
            throw HTTPExchangeFailure(.cancelled, mayHaveArrived: false)
        }
        defer { self.endTurn() }
        let clock = ContinuousClock()
        let end = clock.now + min(timeLimit, .seconds(86_400))
        let left = { max(end - clock.now, .zero) }
        while let idle = self.state.withLock({ $0.slots.takeIdle() }) {
            guard idle.isOpen else { continue }
            do throws(HTTPExchangeFailure) {
                return try await self.send(request, over: idle, left(), bodyLimit)
            } catch  where Self.isHarmless(error, request) {
                continue
            }
        }
        let connection: HTTPConnection
        do throws(TransportError) {
            connection = try await HTTPConnection.open(
                to: self.origin, timeLimit: left(), idleLimit: self.idleLimit)
        } catch {
            throw HTTPExchangeFailure(error, mayHaveArrived: false)
        }
        return try await self.send(request, over: connection, left(), bodyLimit)
    }

    private func send(
        _ request: HTTPRequest, over connection: HTTPConnection, _ timeLimit: Duration,
        _ bodyLimit: Int
    ) async throws(HTTPExchangeFailure) -> HTTPResponse {
        let response = try await connection.send(
            request, timeLimit: timeLimit, bodyLimit: bodyLimit)
        self.state.withLock { $0.slots.keep(connection) }
        return response
    }

    /// Whether it can be sent over another connection: nothing was sent, or it is a question.
    private static func isHarmless(_ failure: HTTPExchangeFailure, _ request: HTTPRequest) -> Bool {
        failure.error.isCutResponse && (!failure.mayHaveArrived || request.method == "GET")
    }

    // MARK: Turns

    private func waitForTurn() async -> Bool {
        let number = self.state.withLock { state in
            state.lastRequest += 1
            return state.lastRequest
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = self.state.withLock { state in
                    // Cancelled later, the handler finds the waiter.
                    guard !Task.isCancelled else { return false }
                    guard state.slots.requested(number) == .wait else { return true }
                    state.waiters[number] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = self.state.withLock { state in
                state.slots.cancelled(number)
                return state.waiters.removeValue(forKey: number)
            }
            waiter?.resume(returning: false)
        }
    }

    private func endTurn() {
        let waiter = self.state.withLock { state in
            state.slots.finished().flatMap { state.waiters.removeValue(forKey: $0) }
        }
        waiter?.resume(returning: true)
    }
}

package protocol HTTPSender: Sendable {
    /// - Parameter timeLimit: from the request's turn to the end of the response.
    /// - Throws: `HTTPExchangeFailure`, which says whether the server may have acted.
    func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(HTTPExchangeFailure) -> HTTPResponse
}
