package import ChannelsProtocol

/// The key from which the keys of all encrypted channels of an app are made. It is the app's own:
/// the service never gets it.
///
/// It is never shown: every way of printing it gives dots.
public struct EncryptionMasterKey: Hashable, Sendable {
    private let bytes: [UInt8]

    /// How many bytes a key has.
    public static let length = 32

    /// Takes a key as it is configured: base64 of 32 bytes, with padding.
    public init(base64: String) throws(EncryptionMasterKeyError) {
        guard let bytes = Base64.decode(base64) else { throw .notBase64 }
        try self.init(bytes: bytes)
    }

    /// Takes the 32 bytes themselves.
    public init(bytes: [UInt8]) throws(EncryptionMasterKeyError) {
        guard bytes.count == Self.length else { throw .length(bytes.count) }
        self.bytes = bytes
    }

    /// The key of a channel: SHA-256 of the channel's name and the master key.
    package func sharedSecret(
        for channel: ChannelName
    ) throws(SigningError) -> SharedSecret {
        var material = Array(channel.text.utf8) + self.bytes
        defer { Sodium.wipe(&material) }
        var digest = try Digest.sha256(material)
        defer { Sodium.wipe(&digest) }
        return SharedSecret(base64: Base64.encode(digest))
    }
}

extension EncryptionMasterKey: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Dots.
    public var description: String { "••••••••" }
    /// Dots as well.
    public var debugDescription: String { self.description }
    /// Without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a text is no master key.
public enum EncryptionMasterKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not base64 with the standard alphabet and with padding.
    case notBase64
    /// It stands for so many bytes, instead of 32.
    case length(Int)

    public var description: String {
        switch self {
        case .notBase64:
            "The encryption master key is not base64: use 44 characters, as "
                + "“openssl rand -base64 32” prints them."
        case .length(let count):
            "The encryption master key has \(count) bytes instead of 32: make one with "
                + "“openssl rand -base64 32”."
        }
    }
}
