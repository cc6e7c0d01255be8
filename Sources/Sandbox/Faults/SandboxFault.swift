package import ChannelsProtocol

/// Something that goes wrong on purpose, so that it can be seen what a client makes of it
/// (protocol.md 15, "Fault switches").
///
/// Some happen once, to the connections of that moment. Others stay in effect until their time or
/// number is used up, or until `clear`.
package enum SandboxFault: Hashable, Sendable {
    /// Every connection is closed with a code.
    case close(CloseCode, reason: String)
    /// Every connection gets a `pusher:error`, and is then closed with its code.
    case errorThenClose(CloseCode, message: String)
    /// Every connection gets a `pusher:error`, and goes on.
    case error(code: Int?, message: String)
    /// The TCP connections end without a close frame.
    case drop(Drop)
    /// The connections stay open and are dead: nothing is read from them any more, answered or sent,
    /// not even to a ping or a close frame of WebSocket.
    case silence
    /// New connections are refused for some time.
    case refuse(Refusal, for: Duration)
    /// The authorization endpoints answer otherwise, until this is changed.
    case authorization(AuthorizationFault)
    /// Messages are written as some servers write them, until this is changed.
    case encoding(Set<FrameEncoding>)
    /// So many of the next messages of channels are sent twice.
    case duplicate(Int)
    /// So many of the next messages of channels are sent so much later, behind those that follow.
    case late(Int, by: Duration)
    /// Every connection is sent something that is no message.
    case malformed(MalformedFrame)
    /// A member of a presence channel leaves and comes back, or comes and leaves, so many times.
    case flap(UserID, ChannelName, times: Int)
    /// The master key of encrypted channels is changed: subscribers have the old keys.
    case rotateKey
    /// All faults in effect end.
    case clear

    /// How TCP ends.
    package enum Drop: String, Hashable, Sendable, CaseIterable {
        /// With a FIN, in order.
        case fin
        /// With a reset, as when a machine or a proxy has crashed: what is under way is lost.
        case rst
    }

    /// How a new connection is refused. `end` and `ignore` come before HTTP, so that nothing else is
    /// answered meanwhile either: no authorization, and no `clear`.
    package enum Refusal: String, Hashable, Sendable, CaseIterable {
        /// TCP is accepted, and ended at once.
        case end
        /// TCP is accepted, and then nothing is read or said, for ever; not TLS either.
        case ignore
        /// The upgrade is answered with 503 and `Retry-After`.
        case unavailable
        /// The upgrade is not answered.
        case hang
        /// The upgrade is accepted, and TCP ended at once.
        case cut
        /// The upgrade is accepted, and then nothing is read or said, for ever.
        case mute
    }
}

/// How the authorization endpoints answer.
package struct AuthorizationFault: Hashable, Sendable {
    package var answer = Answer.signed
    /// How long the answer takes.
    package var delay = Duration.zero

    package init(_ answer: Answer = .signed, delay: Duration = .zero) {
        self.answer = answer
        self.delay = delay
    }

    package enum Answer: Hashable, Sendable {
        /// As it should be.
        case signed
        /// This HTTP status, with a line of text.
        case status(Int)
        /// 200 with a JSON object in which `auth` is missing.
        case withoutAuth
        /// 200 with a signature that is not one.
        case wrongSignature
        /// 200 with a page.
        case html
    }
}

/// How some servers write what the hosted service writes otherwise.
package enum FrameEncoding: String, Hashable, Sendable, CaseIterable {
    /// Data is JSON, where it should be a string of JSON.
    case objectData = "object-data"
    /// The confirmation of a subscription has no data (soketi).
    case bareSuccess = "bare-success"
    /// The data of errors is a string of JSON (Reverb).
    case errorText = "error-text"
}

/// What is sent instead of a message.
package enum MalformedFrame: String, Hashable, Sendable, CaseIterable {
    /// No bytes at all.
    case empty
    /// A plain word.
    case notJSON = "not-json"
    /// The start of a message.
    case cut
    /// JSON, but no object.
    case array
    /// An object that names no event.
    case withoutEvent = "without-event"
    /// The name of the event is a number.
    case numberAsEvent = "number-as-event"
    /// Bytes that a text message may not contain (RFC 6455, 8.1).
    case invalidUTF8 = "invalid-utf8"

    var bytes: [UInt8] {
        switch self {
        case .empty: []
        case .notJSON: Array("hello".utf8)
        case .cut: Array(#"{"event":"message","channel":"ticker-BTC","data":"{"#.utf8)
        case .array: Array(#"["message"]"#.utf8)
        case .withoutEvent: Array(#"{"channel":"ticker-BTC","data":"{}"}"#.utf8)
        case .numberAsEvent: Array(#"{"event":7,"data":"{}"}"#.utf8)
        case .invalidUTF8: Array(#"{"event":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
        }
    }
}
