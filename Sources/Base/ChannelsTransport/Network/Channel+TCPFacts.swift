import ChannelsBasics
import NIOCore

extension Channel {
    /// Only on the event loop; `nil` if the kernel does not say.
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

private final class Answer {
    var facts: TCPFacts?
}
