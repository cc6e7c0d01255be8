import ChannelsProtocol
@_exported public import ChannelsSigning

/// Verifies that webhooks come from the service, by their key, age and the signature of the
/// raw body. Answer 2xx once you have handled a webhook; otherwise, the service sends it
/// again for five minutes (Pusher's page "Webhooks").
///
/// ```swift
/// let verifier = WebhookVerifier(keys: ["app-key": AppSecret(secret)])
/// let webhook = try verifier.verify(
///     body: body, key: headers["X-Pusher-Key"], signature: headers["X-Pusher-Signature"])
/// ```
public struct WebhookVerifier: Sendable {
    private let keys: [String: AppSecret]
    private let ageLimit: Duration?

    /// Creates a verifier for one app or several.
    ///
    /// - Parameters:
    ///   - keys: the secrets by app key. While one key replaces another, provide both.
    ///   - ageLimit: the maximum age of a webhook; `nil` for any age. Service and server
    ///     libraries retry for five minutes.
    public init(keys: [String: AppSecret], ageLimit: Duration? = .seconds(300)) {
        self.keys = keys
        self.ageLimit = ageLimit
    }

    /// Creates a verifier for an app whose channels your server also authorizes.
    ///
    /// - Parameters:
    ///   - signer: the signer with the app's key and secret.
    ///   - ageLimit: the maximum age of a webhook; `nil` for any age.
    public init(_ signer: ChannelsSigner, ageLimit: Duration? = .seconds(300)) {
        self.init(keys: [signer.appKey: signer.secret], ageLimit: ageLimit)
    }

    /// Verifies a webhook that has just arrived, and reads it.
    ///
    /// - Parameters:
    ///   - body: the raw bytes as received, because these are what was signed: `[UInt8]`, `Data`
    ///     or any other collection of bytes.
    ///   - key: the value of the `X-Pusher-Key` header.
    ///   - signature: the value of the `X-Pusher-Signature` header.
    /// - Returns: the webhook, which you can trust to come from the service.
    /// - Throws: ``WebhookError``, which says which check failed.
    public func verify(
        body: some Collection<UInt8>, key: String?, signature: String?
    ) throws(WebhookError) -> Webhook {
        try self.verify(body: Array(body), key: key, signature: signature, at: Self.now)
    }

    package func verify(
        body: [UInt8], key: String?, signature: String?, at now: Int64
    ) throws(WebhookError) -> Webhook {
        guard let key else { throw .missingHeader(WebhookHeader.key) }
        guard let signature else { throw .missingHeader(WebhookHeader.signature) }
        guard let secret = self.secret(of: key) else { throw .unknownKey(key) }
        let expected = try WebhookSignature.text(of: body, secret: secret)
        guard Digest.areEqual(Array(expected.utf8), Array(signature.utf8)) else {
            throw .wrongSignature
        }
        let webhook = try Webhook(parsing: body)
        if let limit = self.ageLimit {
            let (age, isOverflow) = now.subtractingReportingOverflow(webhook.milliseconds)
            guard !isOverflow, .milliseconds(age) <= limit else {
                throw .tooOld(age: .milliseconds(age), limit: limit)
            }
        }
        return webhook
    }

    /// Compares all keys, in a time that does not depend on their bytes.
    private func secret(of key: String) -> AppSecret? {
        var found: AppSecret?
        for (known, secret) in self.keys
        where Digest.areEqual(Array(known.utf8), Array(key.utf8)) { found = secret }
        return found
    }

    package static var now: Int64 {
        SystemTime().now().wallMicroseconds / 1000
    }
}

package enum WebhookHeader {
    package static let key = "X-Pusher-Key"
    package static let signature = "X-Pusher-Signature"
}

/// HMAC-SHA256 of the raw body, in hexadecimal digits.
package enum WebhookSignature {
    package static func text(
        of body: [UInt8], secret: AppSecret
    ) throws(WebhookError) -> String {
        do { return Digest.hex(try Digest.hmacSHA256(body, secret: secret)) } catch {
            throw .notComputed(error.description)
        }
    }
}
