/// A channel name and its kind, which the prefix determines. Calls accept strings in its place.
/// Unlike Swift strings, names are compared as bytes.
public struct ChannelName: Sendable, ExpressibleByStringLiteral {
    /// The name as sent on the wire, with its prefix.
    public let text: String
    /// The kind, read from the prefix.
    public let kind: ChannelKind

    /// Creates a name from a literal. It is checked when it is sent.
    public init(stringLiteral text: String) { self.init(wire: text) }

    package init(wire text: String) {
        self.text = text
        self.kind = ChannelKind(prefixOf: text)
    }

    package static let serverToUserPrefix = "#server-to-user-"

    package var isServerToUser: Bool { self.text.utf8.starts(with: Self.serverToUserPrefix.utf8) }

    package static let lengthLimit = 200
    static let documentedLengthLimit = 164

    package var exceedsDocumentedLength: Bool { self.text.utf8.count > Self.documentedLengthLimit }
}

/// The kind of a channel, which its prefix determines: who may subscribe, and what the
/// channel can do.
@nonexhaustive
public enum ChannelKind: String, Hashable, Sendable, CaseIterable {
    /// No known prefix: anyone may subscribe.
    case `public`
    /// `private-`: subscribing requires an authorization; clients may send events.
    case `private`
    /// `presence-`: like `private`, and the channel has members.
    case presence
    /// `private-encrypted-`: like `private`, but event data is encrypted, and clients cannot
    /// send.
    case encrypted
    /// `cache-`: public; each new subscriber receives the last event.
    case cache
    /// `private-cache-`: private, with the last event for each new subscriber.
    case privateCache
    /// `presence-cache-`: with members, and the last event for each new subscriber.
    case presenceCache
    /// `private-encrypted-cache-`: encrypted, with the last event for each new subscriber.
    case encryptedCache

    /// Longer prefixes are tested first.
    package init(prefixOf name: String) {
        var name = name
        self = name.withUTF8 { name in
            Self.byLengthOfPrefix.first { Self.hasPrefix(name, $0.prefix) }?.kind ?? .public
        }
    }

    /// The prefix of the channel name, with its hyphen; empty for public channels.
    public var prefix: String {
        switch self {
        case .public: ""
        case .private: "private-"
        case .presence: "presence-"
        case .encrypted: "private-encrypted-"
        case .cache: "cache-"
        case .privateCache: "private-cache-"
        case .presenceCache: "presence-cache-"
        case .encryptedCache: "private-encrypted-cache-"
        }
    }

    /// Whether subscribing requires an authorization signature.
    public var needsAuthorization: Bool {
        switch self {
        case .public, .cache: false
        case .private, .presence, .encrypted, .privateCache, .presenceCache, .encryptedCache: true
        }
    }

    /// Whether the channel has members, who see each other join and leave.
    public var hasMembers: Bool { self == .presence || self == .presenceCache }

    /// Whether its event data is encrypted with a key that the service does not know.
    public var isEncrypted: Bool { self == .encrypted || self == .encryptedCache }

    /// Whether each new subscriber receives the channel's last event.
    package var isCache: Bool {
        switch self {
        case .cache, .privateCache, .presenceCache, .encryptedCache: true
        case .public, .private, .presence, .encrypted: false
        }
    }

    /// Whether clients may send events on the channel, if the application has client events
    /// enabled.
    package var takesClientEvents: Bool { self.needsAuthorization && !self.isEncrypted }

    private static func hasPrefix(
        _ name: UnsafeBufferPointer<UInt8>, _ prefix: StaticString
    ) -> Bool {
        let count = prefix.utf8CodeUnitCount
        guard name.count >= count else { return false }
        return (0..<count).allSatisfy { name[$0] == prefix.utf8Start[$0] }
    }

    private static let byLengthOfPrefix: [(prefix: StaticString, kind: ChannelKind)] = [
        ("private-encrypted-cache-", .encryptedCache),
        ("private-encrypted-", .encrypted),
        ("presence-cache-", .presenceCache),
        ("private-cache-", .privateCache),
        ("presence-", .presence),
        ("private-", .private),
        ("cache-", .cache),
    ]
}
