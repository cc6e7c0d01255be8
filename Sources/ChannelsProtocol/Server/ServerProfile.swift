/// Which server this is, as far as its behaviour tells.
public struct ServerProfile: Hashable, Sendable {
    package var kind: Kind
    /// Whether what was seen proves it; otherwise it is only likely.
    package var isCertain: Bool
    /// What it was recognised by, in sentences.
    package var evidence: [String]
    /// What a user of such a server should know, in sentences.
    public var quirks: [String]

    package init(kind: Kind, isCertain: Bool = true, evidence: [String], quirks: [String]) {
        self.kind = kind
        self.isCertain = isCertain
        self.evidence = evidence
        self.quirks = quirks
    }

    /// The name of the server; `unknown` when it was not recognised.
    public var name: String { self.kind.rawValue }

    /// A server that can be recognised.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Pusher's own service.
        case hosted
        case soketi
        /// Laravel Reverb.
        case reverb
        case sockudo
        /// The test server of Ruby applications.
        case pusherFake = "pusher-fake"
        /// The sandbox of buoy.
        case sandbox
        /// None of these, or not recognised yet.
        case unknown
    }
}
