/// A channel name and its kind, which the prefix determines.
public struct ChannelName: Sendable {
    /// The name as sent on the wire, with its prefix.
    public let text: String
    /// The kind, read from the prefix.
    public let kind: ChannelKind

    /// Creates a name as a server wrote it, without checking it.
    package init(wire text: String) {
        self.text = text
        self.kind = ChannelKind(prefixOf: text)
    }

    /// The prefix of the channel on which events for one user arrive.
    package static let serverToUserPrefix = "#server-to-user-"

    /// Whether the channel carries events for a signed-in user.
    package var isServerToUser: Bool { self.text.utf8.starts(with: Self.serverToUserPrefix.utf8) }

    /// The maximum length of a name, in characters.
    package static let lengthLimit = 200
    /// The maximum length that the documentation promises, in characters.
    static let documentedLengthLimit = 164

    /// Whether the name is longer than the documented maximum.
    package var exceedsDocumentedLength: Bool { self.text.utf8.count > Self.documentedLengthLimit }
}

/// The kind of a channel, which its prefix determines.
public enum ChannelKind: String, Hashable, Sendable, CaseIterable {
    /// No known prefix: anyone may subscribe.
    case `public`
    /// `private-`
    case `private`
    /// `presence-`
    case presence
    /// `private-encrypted-`
    case encrypted
    /// `cache-`
    case cache
    /// `private-cache-`
    case privateCache
    /// `presence-cache-`
    case presenceCache
    /// `private-encrypted-cache-`
    case encryptedCache

    /// Reads the kind from the prefix of a name. Longer prefixes are tested first.
    package init(prefixOf name: String) {
        var name = name
        self = name.withUTF8 { name in
            Self.byLengthOfPrefix.first { Self.hasPrefix(name, $0.prefix) }?.kind ?? .public
        }
    }

    /// The prefix of the channel name; empty for public channels.
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

    /// Whether the channel has members.
    public var hasMembers: Bool { self == .presence || self == .presenceCache }

    /// Whether its event data is encrypted.
    public var isEncrypted: Bool { self == .encrypted || self == .encryptedCache }

    /// Whether each new subscriber receives the channel's last event.
    public var isCache: Bool {
        switch self {
        case .cache, .privateCache, .presenceCache, .encryptedCache: true
        case .public, .private, .presence, .encrypted: false
        }
    }

    /// Whether clients may send events on the channel.
    public var takesClientEvents: Bool { self.needsAuthorization && !self.isEncrypted }

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
