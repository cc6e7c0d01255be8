extension SandboxFault {
    /// How each fault is asked for with `POST /sandbox/faults`, for a help text.
    package static let examples: [(json: String, effect: String)] = [
        (#"{"close":"over-capacity"}"#, "close all connections with a code, by name or number"),
        (#"{"error":4301}"#, "an error, and no close; null is no code"),
        (#"{"error-then-close":4001}"#, "an error, then a close with its code"),
        (#"{"drop":"fin"}"#, "end TCP without a close frame; also rst, with a reset"),
        (#"{"silence":true}"#, "read and answer nothing any more on the connections there are"),
        (#"{"refuse":"unavailable","seconds":5}"#, "new connections; also hang, cut, mute"),
        (#"{"refuse":"end","seconds":5}"#, "the same before HTTP, `clear` included; also ignore"),
        (#"{"authorization":403,"milliseconds":9}"#, "also html, without-auth, wrong-signature"),
        (#"{"encoding":["object-data"]}"#, "as others write; also bare-success, error-text"),
        (#"{"duplicate":3}"#, "send the next 3 messages of channels twice"),
        (#"{"late":3,"milliseconds":500}"#, "send the next 3 late, behind others"),
        (#"{"malformed":"not-json"}"#, "send what is no message; also cut, array, empty"),
        (#"{"flap":"presence-lobby","user":"x"}"#, "a member comes and leaves again"),
        (#"{"rotate-key":true}"#, "change the key of encrypted channels"),
        (#"{"clear":true}"#, "end what stands: refuse, authorization, encoding, late"),
    ]
}
