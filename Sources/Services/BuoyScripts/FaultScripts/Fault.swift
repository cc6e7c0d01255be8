import ChannelsBasics
package import ChannelsProtocol

/// A fault that can be injected into a connection.
///
/// Some faults strike once, others last. Its `words` are also how it is typed (`FaultLine`).
package enum Fault: Hashable, Sendable {
    /// Without a close frame.
    case cut
    /// A TCP reset: what is in transit is lost.
    case reset
    /// In the middle of a received frame.
    case truncate
    case close(CloseCode)
    /// Every connection receives a `pusher:error` with this code, and stays open.
    case error(CloseCode)
    /// Only a part of each connection's next message arrives.
    case corrupt
    /// Nothing passes in this direction. Data sent in the meantime arrives afterwards, because TCP
    /// retransmits it.
    case silence(Direction)
    /// Every packet is lost, in both directions. Afterwards, data arrives when TCP retransmits it,
    /// which may take as long as the loss.
    case loss
    /// What is received is held back, and delivered in a burst this long after the first of it,
    /// like a proxy that buffers.
    case buffer(Duration)
    /// Everything is delayed, in both directions, plus up to the jitter.
    case delay(Duration, jitter: Duration)
    /// In each direction.
    case throttle(bytesPerSecond: Int)
    case noPongs
    /// Answers to subscriptions do not arrive until it is over.
    case delayAnswers
    /// Nothing listens on the port: new connections are refused at once.
    case refuse
    /// The machine is down: nothing answers new connections.
    case unreachable
    /// New connections are accepted, but this step is not answered.
    case stall(Stage)
    case unresolved
    /// New connections get this HTTP status instead of the upgrade.
    case status(Int)
    /// New connections are opened, and closed with this code instead of being established.
    case reject(CloseCode)

    package enum Direction: String, Hashable, Sendable, CaseIterable {
        case both
        case received = "in"
        case sent = "out"
        /// Both, but only on connections that are open when the fault starts.
        case old
    }

    /// The step of an attempt that is not answered.
    package enum Stage: String, Hashable, Sendable, CaseIterable {
        /// TCP connects; TLS and the upgrade are not answered.
        case tcp
        /// The upgrade is not answered. With TLS, its handshake completes first.
        case upgrade
        /// The WebSocket opens; `pusher:connection_established` does not come.
        case hello
    }

    package var isMomentary: Bool {
        switch self {
        case .cut, .reset, .truncate, .close, .error, .corrupt: true
        case .silence, .loss, .buffer, .delay, .throttle, .noPongs, .delayAnswers,
            .refuse, .unreachable, .stall, .unresolved, .status, .reject:
            false
        }
    }

    /// Whether it concerns attempts to connect, rather than open connections.
    package var concernsAttempts: Bool {
        switch self {
        case .refuse, .unreachable, .stall, .unresolved, .status, .reject: true
        case .cut, .reset, .truncate, .close, .error, .corrupt, .silence, .loss, .buffer, .delay,
            .throttle, .noPongs, .delayAnswers:
            false
        }
    }

    package var silencesConnections: Bool { [.silence, .loss].contains(self.kind) }

    /// Whether attempts get no answer either.
    package var silencesAttempts: Bool { self.silencesConnections && self != .silence(.old) }

    /// When TCP sends the first packet of a connection again if nothing answers, counted from the
    /// attempt: Linux 6.5 and later (`tcp_syn_linear_timeouts` 4, `tcp_syn_retries` 6). Earlier
    /// versions wait 1, 3, 7, 15, 31 and 63 s.
    package static let connectRepeats: [Duration] = [1, 2, 3, 4, 5, 7, 11, 19, 35, 67].map {
        .seconds($0)
    }

    /// How long after the attempt TCP gives up a connection that is not answered.
    package static let connectLimit = Duration.seconds(131)

    /// When TCP sends data again if nothing answers, counted from the first time: after 0.2 s, then
    /// after twice as long each time, at most 120 s (RFC 6298; `tcp_retries2` 15).
    package static let dataRepeats: [Duration] = {
        var (wait, sum) = (Duration.milliseconds(200), Duration.zero)
        return (0..<15).map { _ in
            sum += wait
            wait = min(wait * 2, .seconds(120))
            return sum
        }
    }()

    package var kind: FaultKind {
        switch self {
        case .cut: .cut
        case .reset: .reset
        case .truncate: .truncate
        case .close: .close
        case .error: .error
        case .corrupt: .corrupt
        case .silence: .silence
        case .loss: .loss
        case .buffer: .buffer
        case .delay: .delay
        case .throttle: .throttle
        case .noPongs: .noPongs
        case .delayAnswers: .delayAnswers
        case .refuse: .refuse
        case .unreachable: .unreachable
        case .stall: .stall
        case .unresolved: .unresolved
        case .status: .status
        case .reject: .reject
        }
    }

    /// The fault as it is typed: `close 4200`.
    package var words: String {
        let arguments: [String] =
            switch self {
            case .close(let code), .error(let code), .reject(let code): ["\(code.rawValue)"]
            case .silence(.both): []
            case .silence(let direction): [direction.rawValue]
            case .stall(let stage): [stage.rawValue]
            case .buffer(let time): [time.typed]
            case .delay(let delay, .zero): [delay.typed]
            case .delay(let delay, let jitter): [delay.typed, jitter.typed]
            case .throttle(let rate): ["\(rate)"]
            case .status(let status): ["\(status)"]
            case .cut, .reset, .truncate, .corrupt, .loss, .noPongs, .delayAnswers, .refuse,
                .unreachable, .unresolved:
                []
            }
        return ([self.kind.rawValue] + arguments).joined(separator: " ")
    }
}

package enum FaultKind: String, CaseIterable, Hashable, Sendable {
    case cut
    case reset
    case truncate
    case close
    case error
    case corrupt
    case silence
    case loss
    case buffer
    case delay
    case throttle
    case noPongs = "no-pongs"
    case delayAnswers = "delay-answers"
    case refuse
    case unreachable
    case stall
    case unresolved
    case status
    case reject

    package var example: String {
        switch self {
        case .cut, .reset, .truncate, .corrupt: self.rawValue
        case .close: "close 4200"
        case .error: "error 4301"
        case .silence: "silence for 3m"
        case .loss: "loss for 60s"
        case .buffer: "buffer 2s for 60s"
        case .delay: "delay 500ms for 60s"
        case .throttle: "throttle 1000 for 60s"
        case .noPongs: "no-pongs for 60s"
        case .delayAnswers: "delay-answers for 10s"
        case .refuse: "refuse for 30s"
        case .unreachable: "unreachable for 30s"
        case .stall: "stall hello for 30s"
        case .unresolved: "unresolved for 30s"
        case .status: "status 503 for 30s"
        case .reject: "reject 4100 for 30s"
        }
    }

    package var summary: String {
        switch self {
        case .cut: "end it without a close frame"
        case .reset: "end it with a reset (RST)"
        case .truncate: "end it in the middle of a frame"
        case .close: "as if the server closed it"
        case .error: "as if the server sent pusher:error"
        case .corrupt: "lose half of the next message"
        case .silence: "nothing passes; in or out: one way; old: open ones"
        case .loss: "packets are lost; TCP resends them"
        case .buffer: "incoming data comes in bursts"
        case .delay: "everything is delayed; with optional jitter"
        case .throttle: "bytes per second, each way"
        case .noPongs: "pongs do not arrive"
        case .delayAnswers: "answers to subscriptions wait for its end"
        case .refuse: "new connections are refused"
        case .unreachable: "new connections are not answered"
        case .stall: "connects, then nothing; tcp, upgrade or hello"
        case .unresolved: "the server's name is not found"
        case .status: "new connections get this status"
        case .reject: "new connections get this code"
        }
    }
}
