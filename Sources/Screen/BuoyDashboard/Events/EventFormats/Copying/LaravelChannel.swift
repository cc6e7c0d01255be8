import ChannelsProtocol

/// A kind, and a name without the prefix of the kind. `cache-` is part of the name, because Laravel
/// does not know it.
struct LaravelChannel {
    let method: String
    let className: String
    let name: String

    init(_ channel: ChannelName) {
        let prefix: ChannelKind
        switch channel.kind {
        case .public, .cache:
            (self.method, self.className, prefix) = ("channel", "Channel", .public)
        case .private, .privateCache:
            (self.method, self.className, prefix) = ("private", "PrivateChannel", .private)
        case .encrypted, .encryptedCache:
            (self.method, self.className, prefix) =
                ("encryptedPrivate", "EncryptedPrivateChannel", .encrypted)
        case .presence, .presenceCache:
            (self.method, self.className, prefix) = ("join", "PresenceChannel", .presence)
        }
        let length = prefix.prefix.unicodeScalars.count
        self.name = String(channel.text.unicodeScalars.dropFirst(length))
    }

    /// `PrivateChannel('orders')`; without `new`.
    var expression: String { "\(self.className)(\(PHPLiteral.text(self.name)))" }
}
