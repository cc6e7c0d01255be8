/// The code of a WebSocket close frame, with the meaning given by protocol 7 ("Connection closure")
/// and RFC 6455.
public struct CloseCode: Hashable, Sendable, RawRepresentable, ExpressibleByIntegerLiteral {
    /// The number in the close frame.
    public let rawValue: UInt16

    /// Creates a code. It does not have to be assigned or allowed on the wire. Literals work
    /// too: `code == 4004`.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The same as `init(rawValue:)`.
    public init(integerLiteral value: UInt16) { self.rawValue = value }

    package var advice: CloseAdvice {
        self.row?.advice ?? self.adviceOfRange
    }

    private var adviceOfRange: CloseAdvice {
        switch self.rawValue {
        case 4000...4099: .doNotReconnect
        case 4100...4199: .backOff
        case 4200...4299: .reconnectAtOnce
        case 4300...4399: .doNotReconnect
        default: .retry
        }
    }

    package var name: String {
        self.row?.name ?? self.wordsOfRange.name
    }

    /// The meaning of the code, in a few words for a sentence: "the application is disabled".
    public var meaning: String {
        self.row?.meaning ?? self.wordsOfRange.meaning
    }

    private var wordsOfRange: (name: String, meaning: String) {
        switch self.rawValue {
        case 3000...3999: ("registered code", "closed with a registered code")
        case 4000...4099: ("do not reconnect", "the server asks not to reconnect")
        case 4100...4199: ("reconnect later", "the server asks to reconnect later")
        case 4200...4299: ("reconnect immediately", "the server asks to reconnect")
        case 4300...4399: ("other error", "the server reports an error")
        default: ("unknown code", "closed with an unknown code")
        }
    }
}

/// The recommended reaction to a close, from the code or its range (protocol 7, "Connection
/// closure").
///
/// Closed: no case will be added.
public enum CloseAdvice: Hashable, Sendable {
    /// 4000: connect again, with TLS.
    case useTLS
    /// 4001–4099 and 4300–4399: the same attempt would be refused again. The protocol says
    /// nothing about reconnecting after the second range; pusher-js does not reconnect either.
    case doNotReconnect
    /// 4100–4199: wait at least a second.
    case backOff
    /// 4200–4299: reconnect immediately, after a short minimum delay that prevents a tight
    /// loop.
    case reconnectAtOnce
    /// Any other code: no advice, so the policy decides.
    case retry

    /// Finds the reaction to a code in the table of assigned codes or, for an unassigned code, by
    /// its range.
    public init(to code: CloseCode) { self = code.advice }
}
