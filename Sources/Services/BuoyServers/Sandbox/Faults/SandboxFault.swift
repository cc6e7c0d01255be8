package import ChannelsProtocol

/// A fault that is injected on purpose to test how a client reacts (docs/sandbox.md,
/// "Faults").
///
/// Some happen once, on the connections of that moment. Others stay in effect until their time or
/// number is used up, or until `clear`.
package enum SandboxFault: Hashable, Sendable {
    case close(CloseCode, reason: String)
    /// Every connection receives a `pusher:error`, and is then closed with its code.
    case errorThenClose(CloseCode, message: String)
    /// Every connection receives a `pusher:error`, and stays open.
    case error(code: Int?, message: String)
    case drop(Drop)
    /// The connections stay open but are dead: nothing more is read or sent, not even an answer to
    /// a ping or a close frame.
    case silence
    case refuse(Refusal, for: Duration)
    case authorization(AuthorizationFault)
    /// Messages are written like those of other servers, until this is changed.
    case encoding(Set<FrameEncoding>)
    /// This many of the next messages of channels are sent twice.
    case duplicate(Int)
    /// The next messages of channels are delayed, so that later ones overtake them.
    case late(Int, by: Duration)
    case malformed(MalformedFrame)
    /// A member of a presence channel leaves and returns, or joins and leaves, this many times.
    case flap(UserID, ChannelName, times: Int)
    /// Changes the master key of encrypted channels, so that the subscribers' keys are out of date.
    case rotateKey
    case clear

    package enum Drop: String, Hashable, Sendable, CaseIterable {
        case fin
        /// With a reset, as when a machine or a proxy has crashed: data in transit is lost.
        case rst
    }

    /// How a new connection is refused. `end` and `ignore` act before HTTP, so that nothing else is
    /// answered either: no authorization, and no `clear`.
    package enum Refusal: String, Hashable, Sendable, CaseIterable {
        /// TCP is accepted, and ended at once.
        case end
        /// TCP is accepted, and then nothing is read or sent, not even TLS.
        case ignore
        /// The upgrade is answered with 503 and `Retry-After`.
        case unavailable
        /// The upgrade is not answered.
        case hang
        /// The upgrade is accepted, and TCP ended at once.
        case cut
        /// The upgrade is accepted, and then nothing is read or sent.
        case mute
    }
}

/// Differences of other servers from the hosted service in writing messages.
package enum FrameEncoding: String, Hashable, Sendable, CaseIterable {
    /// Data is JSON instead of a string that contains JSON.
    case objectData = "object-data"
    /// The confirmation of a subscription has no data (soketi).
    case bareSuccess = "bare-success"
    /// The data of errors is a string that contains JSON (Reverb).
    case errorText = "error-text"
}

package enum MalformedFrame: String, Hashable, Sendable, CaseIterable {
    case empty
    case notJSON = "not-json"
    case cut
    case array
    case withoutEvent = "without-event"
    case numberAsEvent = "number-as-event"
    /// Bytes that a string message may not contain (RFC 6455, 8.1).
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

extension SandboxFault {
    package static let examples: [(json: String, effect: String)] = [
        (#"{"close":"over-capacity"}"#, "close all connections with a code, by name or number"),
        (#"{"error":4301}"#, "send pusher:error without closing; null omits the code"),
        (#"{"error-then-close":4001}"#, "send an error, then close with its code"),
        (#"{"drop":"fin"}"#, "end TCP without a close frame; rst sends a reset"),
        (#"{"silence":true}"#, "stop reading and answering on all current connections"),
        (#"{"refuse":"unavailable","seconds":5}"#, "refuse new connections; also hang, cut, mute"),
        (#"{"refuse":"end","seconds":5}"#, "refuse them before HTTP, even `clear`; also ignore"),
        (
            #"{"authorization":403,"milliseconds":9}"#,
            "refuse to authorize; also html, without-auth, wrong-signature"
        ),
        (#"{"encoding":["object-data"]}"#, "send other formats; also bare-success, error-text"),
        (#"{"duplicate":3}"#, "send the next 3 channel messages twice"),
        (#"{"late":3,"milliseconds":500}"#, "deliver the next 3 late, out of order"),
        (#"{"malformed":"not-json"}"#, "send an invalid message; also cut, array, empty"),
        (#"{"flap":"presence-lobby","user":"x"}"#, "make a member leave and rejoin"),
        (#"{"rotate-key":true}"#, "change the key of encrypted channels"),
        (#"{"clear":true}"#, "end the refuse, authorization, encoding and late faults"),
    ]
}
