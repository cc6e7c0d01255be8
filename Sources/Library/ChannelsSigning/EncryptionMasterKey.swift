import ChannelsBasics
public import ChannelsProtocol

/// The key from which the keys of all of an app's encrypted channels are derived. Generate
/// it yourself and keep it on your servers; the service never receives it.
///
/// It is always printed as dots.
public struct EncryptionMasterKey: Hashable, Sendable {
    private let bytes: [UInt8]

    static let length = 32

    /// Creates a key from its configured form, the padded base64 of 32 bytes, as printed by
    /// `openssl rand -base64 32`.
    ///
    /// - Throws: `ChannelsError.option` if the string has another form.
    public init(base64: String) throws(ChannelsError) {
        guard let bytes = Base64.decode(base64) else { throw .option(Self.notBase64) }
        try self.init(bytes: bytes)
    }

    package init(bytes: [UInt8]) throws(ChannelsError) {
        guard bytes.count == Self.length else { throw .option(Self.wrongLength(bytes.count)) }
        self.bytes = bytes
    }

    /// SHA-256 of the channel's name and the master key.
    package func sharedSecret(
        for channel: ChannelName
    ) throws(SigningError) -> SharedSecret {
        var material = Array(channel.text.utf8) + self.bytes
        defer { material.wipe() }
        var digest = try Digest.sha256(material)
        defer { digest.wipe() }
        return SharedSecret(base64: Base64.encode(digest))
    }
}

extension EncryptionMasterKey: Secret {}

// MARK: Errors

extension EncryptionMasterKey {
    private static let notBase64 =
        "The encryption master key is not base64: use the 44 characters that \"openssl rand "
        + "-base64 32\" prints."

    private static func wrongLength(_ count: Int) -> String {
        "The encryption master key is \(count) bytes instead of 32: create one with "
            + "\"openssl rand -base64 32\"."
    }
}
