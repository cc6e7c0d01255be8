/// Which server this is, as far as its behaviour tells.
public struct ServerProfile: Hashable, Sendable {
    public var kind: Kind
    /// What it was recognised by, in sentences.
    public var evidence: [String]
    /// What a user of such a server should know, in sentences.
    public var quirks: [String]

    public init(kind: Kind, evidence: [String], quirks: [String]) {
        self.kind = kind
        self.evidence = evidence
        self.quirks = quirks
    }

    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Pusher's own service.
        case hosted
        case soketi
        /// Laravel Reverb.
        case reverb
        case sockudo
        /// The sandbox of buoy.
        case sandbox
        /// None of these, or not told apart yet.
        case unknown
    }
}
