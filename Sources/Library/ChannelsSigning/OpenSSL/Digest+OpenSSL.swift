import CChannelsOpenSSL

extension Digest {
    package static func sha256(_ bytes: [UInt8]) throws(SigningError) -> [UInt8] {
        try self.digest(bytes, EVP_sha256(), name: "SHA-256")
    }

    package static func md5(_ bytes: [UInt8]) throws(SigningError) -> [UInt8] {
        try self.digest(bytes, EVP_md5(), name: "MD5")
    }

    /// RFC 2104, keyed with the secret's UTF-8 bytes.
    package static func hmacSHA256(
        _ message: some Collection<UInt8>, secret: AppSecret
    ) throws(SigningError) -> [UInt8] {
        buoy_openssl_start()
        // HMAC pads its key with zeros, so a zero byte is equivalent to the empty key; OpenSSL
        // needs a pointer.
        let key = secret.text.isEmpty ? [0] : Array(secret.text.utf8)
        let message = Array(message)
        var output = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        let result = HMAC(
            EVP_sha256(), key, Int32(clamping: key.count), message, message.count, &output, &length)
        guard result != nil else { throw .algorithmUnavailable("HMAC-SHA256") }
        return Array(output.prefix(Int(length)))
    }

    /// The time depends only on the lengths, so it does not reveal how much of a guess is right.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }

    /// RFC 8439, 2.5; `nil` if OpenSSL's providers do not have it.
    static func poly1305(_ bytes: [UInt8], key: [UInt8]) -> [UInt8]? {
        buoy_openssl_start()
        var tag = [UInt8](repeating: 0, count: 16)
        var length = 0
        let result = EVP_Q_mac(
            nil, "POLY1305", nil, nil, nil, key, key.count, bytes, bytes.count, &tag, tag.count,
            &length)
        return result != nil && length == tag.count ? tag : nil
    }

    private static func digest(
        _ bytes: [UInt8], _ algorithm: OpaquePointer?, name: String
    ) throws(SigningError) -> [UInt8] {
        buoy_openssl_start()
        var output = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &output, &length, algorithm, nil) == 1 else {
            throw .algorithmUnavailable(name)
        }
        return Array(output.prefix(Int(length)))
    }
}

extension [UInt8] {
    /// Only this array is wiped, so it must not be copied.
    mutating func wipe() { OPENSSL_cleanse(&self, self.count) }
}

package enum OpenSSLLibrary {
    package static var version: String {
        OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown"
    }
}
