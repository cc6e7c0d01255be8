// The cryptography that the library needs of a platform, without a library behind it.
extension Digest {
    package static func sha256(_ bytes: [UInt8]) throws(SigningError) -> [UInt8] {
        throw .algorithmUnavailable("SHA-256")
    }

    package static func md5(_ bytes: [UInt8]) throws(SigningError) -> [UInt8] {
        throw .algorithmUnavailable("MD5")
    }

    package static func hmacSHA256(
        _ message: some Collection<UInt8>, secret: AppSecret
    ) throws(SigningError) -> [UInt8] { throw .algorithmUnavailable("HMAC-SHA256") }

    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { false }

    static func poly1305(_ bytes: [UInt8], key: [UInt8]) -> [UInt8]? { nil }
}

extension [UInt8] {
    mutating func wipe() {}
}
