import ChannelsBasics
import NIOCore

extension Channel {
    /// What the kernel knows about the connection; `nil` if it does not say. To be called on the
    /// event loop.
    var tcpFacts: TCPFacts? {
        guard let options = self as? any SocketOptionProvider else { return nil }
        let answer = Answer()
        // On the event loop the answer is there at once.
        let facts: EventLoopFuture<TCPFacts> = options.unsafeGetSocketOption(
            level: .tcp, name: NIOBSDSocket.Option(rawValue: TCPFacts.option))
        facts.assumeIsolated().whenSuccess { answer.facts = $0 }
        return answer.facts
    }
}

/// What the kernel has answered.
private final class Answer {
    var facts: TCPFacts?
}
