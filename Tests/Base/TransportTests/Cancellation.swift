import BuoyTestBasics
import Testing

@testable import ChannelsTransport

/// Cancels an attempt once it waits for a peer that says nothing, and expects that this ends the
/// connection.
///
/// - Parameter attempt: connects to the port, and calls the function once it waits.
func expectCancellation(
    of attempt:
        @escaping @Sendable (_ port: Int, _ isWaiting: @escaping @Sendable () -> Void)
        async throws(TransportError) -> Void
) async {
    let (ends, end) = AsyncStream<Bool>.makeStream()
    let peer = RawServer { socket in
        end.yield(socket.waitForEnd())
        end.finish()
    }
    let (arrivals, arrival) = AsyncStream<Void>.makeStream()
    let task = Task { () -> TransportError? in
        do throws(TransportError) {
            try await attempt(peer.port) { arrival.finish() }
            return nil
        } catch {
            return error
        }
    }
    for await _ in arrivals {}
    task.cancel()
    #expect(await task.value == .cancelled)
    for await isEnded in ends { #expect(isEnded) }
}
