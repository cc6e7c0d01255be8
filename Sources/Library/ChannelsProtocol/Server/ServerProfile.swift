/// The kind of server, recognised by its behaviour, for diagnostics. The client works with
/// all of them.
public struct ServerProfile: Hashable, Sendable {
    /// The kind of server; `.unknown` if it was not recognised.
    public var kind: Kind
    /// Whether the evidence is conclusive; otherwise, the kind is only likely.
    public var isCertain: Bool
    /// The evidence, in sentences: the behaviour by which it was recognised.
    public var evidence: [String]

    /// Creates a profile for tests.
    public init(kind: Kind, isCertain: Bool = true, evidence: [String]) {
        self.kind = kind
        self.isCertain = isCertain
        self.evidence = evidence
    }

    /// The name of the server, for display and metrics; `unknown` if it was not recognised.
    public var name: String { self.kind.rawValue }

    /// The server software or service. The client recognises it by its behaviour.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Pusher's own service.
        case hosted
        /// soketi, on uWebSockets.js.
        case soketi
        /// Laravel Reverb.
        case reverb
        /// Sockudo, in Rust.
        case sockudo
        /// Ably, through its Pusher adapter.
        case ably
        /// pusher-fake, the test server of Ruby applications.
        case pusherFake = "pusher-fake"
        /// `buoy sandbox`, the test server of this package.
        case sandbox
        /// None of these, or not recognised yet.
        case unknown

        /// Reverb may relay client events as the client sent them, and an unknown server may be one
        /// (Reverb's `ClientEvent.php`).
        var namesEverySender: Bool {
            switch self {
            case .hosted, .soketi, .sockudo, .sandbox: true
            case .reverb, .ably, .pusherFake, .unknown: false
            }
        }
    }
}
