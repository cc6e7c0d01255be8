import NIOCore
import NIOPosix

/// Carries requests one after the other. Closed with its last reference, and after an idle
/// time.
package final class HTTPConnection: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<HTTPExchangeHandler>

    private init(_ channel: any Channel, _ handler: NIOLoopBound<HTTPExchangeHandler>) {
        self.channel = channel
        self.handler = handler
    }

    deinit { self.close() }

    /// Opens a connection: name, TCP, tunnel, TLS.
    ///
    /// - Parameters:
    ///   - timeLimit: the limit for all of that.
    ///   - idleLimit: how long it may be open without a request. A server that names a shorter time
    ///     is obeyed.
    package static func open(
        to origin: HTTPOrigin, timeLimit: Duration, idleLimit: Duration
    ) async throws(TransportError) -> HTTPConnection {
        let target = try Dialer.Target(origin)
        let group = MultiThreadedEventLoopGroup.singleton
        let attempt = Attempt<HTTPConnection>()
        let limit = group.any().scheduleTask(in: TimeAmount(limit: timeLimit)) {
            _ = attempt.finish(.failure(.timedOut(phase: attempt.phase)))
        }
        defer { limit.cancel() }
        Dialer(group: group).dial(target, for: attempt, progress: { _ in }) { channel in
            let handler = HTTPExchangeHandler(idleLimit: idleLimit)
            try channel.pipeline.syncOperations.addHandler(handler)
            let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
            attempt.finish(.success(HTTPConnection(channel, bound)))
        }
        return try await attempt.wait()
    }

    package var isOpen: Bool { self.channel.isActive }

    /// Only one at a time.
    /// - Throws: `HTTPExchangeFailure`, after closing the connection; so does cancelling the task.
    package func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(HTTPExchangeFailure) -> HTTPResponse {
        let attempt = Attempt<HTTPResponse>()
        let limit = self.channel.eventLoop.scheduleTask(in: TimeAmount(limit: timeLimit)) {
            _ = attempt.finish(.failure(.timedOut(phase: attempt.phase)))
        }
        defer { limit.cancel() }
        do throws(TransportError) {
            let bytes = try HTTPWriter.bytes(of: request, keepsConnection: true)
            _ = attempt.adopt(self.channel)
            let (handler, method) = (self.handler, request.method)
            self.channel.eventLoop.execute {
                handler.value.begin(
                    HTTPExchangeHandler.Exchange(
                        request: bytes,
                        parser: HTTPResponseParser(method: method, bodyLimit: bodyLimit),
                        attempt: attempt))
            }
            return try await attempt.wait()
        } catch {
            throw HTTPExchangeFailure(error, mayHaveArrived: attempt.hasSent)
        }
    }

    func close() { self.channel.close(promise: nil) }
}

package struct HTTPExchangeFailure: Error, Hashable, Sendable {
    package var error: TransportError
    /// Whether the server may have received the request, and acted upon it.
    package var mayHaveArrived: Bool

    package init(_ error: TransportError, mayHaveArrived: Bool) {
        self.error = error
        self.mayHaveArrived = mayHaveArrived
    }
}
