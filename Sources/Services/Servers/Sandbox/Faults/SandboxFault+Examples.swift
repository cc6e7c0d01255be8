extension SandboxFault {
    /// An example request for each fault, for a help text.
    package static let examples: [(json: String, effect: String)] = [
        (#"{"close":"over-capacity"}"#, "close all connections with a code, by name or number"),
        (#"{"error":4301}"#, "send an error without a close; null for no code"),
        (#"{"error-then-close":4001}"#, "send an error, then close with its code"),
        (#"{"drop":"fin"}"#, "end TCP without a close frame; rst sends a reset"),
        (#"{"silence":true}"#, "stop reading and answering on all present connections"),
        (#"{"refuse":"unavailable","seconds":5}"#, "refuse new connections; also hang, cut, mute"),
        (#"{"refuse":"end","seconds":5}"#, "refuse them before HTTP, even `clear`; also ignore"),
        (
            #"{"authorization":403,"milliseconds":9}"#,
            "refuse to authorize; also html, without-auth, wrong-signature"
        ),
        (#"{"encoding":["object-data"]}"#, "send other formats; also bare-success, error-text"),
        (#"{"duplicate":3}"#, "send the next 3 channel messages twice"),
        (#"{"late":3,"milliseconds":500}"#, "send the next 3 late, after others"),
        (#"{"malformed":"not-json"}"#, "send an invalid message; also cut, array, empty"),
        (#"{"flap":"presence-lobby","user":"x"}"#, "a member joins and leaves again"),
        (#"{"rotate-key":true}"#, "change the key of encrypted channels"),
        (#"{"clear":true}"#, "end refuse, authorization, encoding and late"),
    ]
}
