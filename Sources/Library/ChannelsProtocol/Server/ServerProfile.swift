/// The kind of server, recognised by its behaviour.
public struct ServerProfile: Hashable, Sendable {
    /// The kind of server.
    public var kind: Kind
    /// Whether the evidence is conclusive; otherwise, the kind is only likely.
    public var isCertain: Bool
    /// The evidence, in sentences.
    public var evidence: [String]
    /// Peculiarities that users of the server should know, in sentences.
    public var quirks: [String]

    /// Creates a profile for tests.
    public init(kind: Kind, isCertain: Bool = true, evidence: [String], quirks: [String]) {
        self.kind = kind
        self.isCertain = isCertain
        self.evidence = evidence
        self.quirks = quirks
    }

    /// The name of the server; `unknown` if it was not recognised.
    public var name: String { self.kind.rawValue }

    /// A server that can be recognised.
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
        /// The test server of Ruby applications.
        case pusherFake = "pusher-fake"
        /// The sandbox of buoy.
        case sandbox
        /// None of these, or not recognised yet.
        case unknown

        /// Whether it names the sender of every client event on a presence channel. Reverb relays
        /// one as the client sent it where an app takes client events from all, and an unknown
        /// server may be one (Reverb's `ClientEvent.php`).
        var namesEverySender: Bool {
            switch self {
            case .hosted, .soketi, .sockudo, .sandbox: true
            case .reverb, .ably, .pusherFake, .unknown: false
            }
        }
    }
}
