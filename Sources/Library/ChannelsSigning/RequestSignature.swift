/// Signatures of HTTP API requests (Pusher's "HTTP API reference", "Authentication").
package struct RequestSignature: Sendable {
    private let key: String
    private let secret: AppSecret

    /// Between the times of request and server, in seconds.
    package static let tolerance: Int64 = 600

    package init(key: String, secret: AppSecret) {
        self.key = key
        self.secret = secret
    }

    /// The given and the signing parameters, in the order to send them.
    /// - Parameter path: with `/apps/<id>`, as sent.
    package func signed(
        method: String, path: String, parameters: [RequestParameter] = [], body: [UInt8] = [],
        unixTime: Int64
    ) throws(SigningError) -> [RequestParameter] {
        var parameters = parameters
        parameters.append(RequestParameter("auth_key", self.key))
        parameters.append(RequestParameter("auth_timestamp", String(unixTime)))
        parameters.append(RequestParameter("auth_version", "1.0"))
        // An empty body is not signed, because some servers refuse its digest.
        if !body.isEmpty {
            let digest = Digest.hex(try Digest.md5(body))
            parameters.append(RequestParameter("body_md5", digest))
        }
        let text = Self.stringToSign(method: method, path: path, parameters: parameters)
        let signature = try Digest.hmacSHA256(text.utf8, secret: self.secret)
        parameters.append(RequestParameter("auth_signature", Digest.hex(signature)))
        return parameters
    }

    package func check(
        method: String, path: String, parameters: [RequestParameter], body: [UInt8],
        unixTime: Int64
    ) throws(RequestSignatureError) {
        let values = try Self.unique(parameters)
        let key = try Self.required("auth_key", in: values)
        guard key.utf8.elementsEqual(self.key.utf8) else { throw .unknownKey(key) }
        let version = try Self.required("auth_version", in: values)
        guard version == "1.0" else { throw .unsupportedVersion(version) }
        try Self.checkTime(Self.required("auth_timestamp", in: values), unixTime)
        let signature = try Self.required("auth_signature", in: values)
        let text = Self.stringToSign(method: method, path: path, parameters: parameters)
        try self.check(signature, of: text)
        try Self.check(body, digest: values["body_md5"])
    }

    /// Method, path and parameters on three lines; parameters have lower-case names and are sorted
    /// and not percent-encoded.
    package static func stringToSign(
        method: String, path: String, parameters: [RequestParameter]
    ) -> String {
        let query = parameters.map { (name: $0.name.lowercased(), value: $0.value) }
            .filter { $0.name != "auth_signature" }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            .map { "\($0.name)=\($0.value)" }
        return "\(method.uppercased())\n\(path)\n\(query.joined(separator: "&"))"
    }

    /// Refuses a repeated parameter, because it is ambiguous.
    private static func unique(
        _ parameters: [RequestParameter]
    ) throws(RequestSignatureError) -> [String: String] {
        var values: [String: String] = [:]
        for parameter in parameters {
            let former = values.updateValue(parameter.value, forKey: parameter.name.lowercased())
            guard former == nil else { throw .repeatedParameter(parameter.name) }
        }
        return values
    }

    private static func required(
        _ name: String, in values: [String: String]
    ) throws(RequestSignatureError) -> String {
        guard let value = values[name], !value.isEmpty else { throw .missingParameter(name) }
        return value
    }

    private static func checkTime(_ text: String, _ now: Int64) throws(RequestSignatureError) {
        guard let time = Int64(text), time >= 0 else { throw .malformedTimestamp(text) }
        let distance = time > now ? time &- now : now &- time
        guard (0...Self.tolerance).contains(distance) else { throw .expired(given: time, now: now) }
    }

    private func check(
        _ signature: String, of text: String
    ) throws(RequestSignatureError) {
        guard let digest = try? Digest.hmacSHA256(text.utf8, secret: self.secret) else {
            throw .algorithmUnavailable("HMAC-SHA256")
        }
        guard Digest.areEqual(Array(Digest.hex(digest).utf8), Array(signature.utf8)) else {
            throw .wrongSignature(signature, stringToSign: text)
        }
    }

    /// A body must have its digest among the signed parameters. Some libraries also send the digest
    /// of an empty body, so any digest must be correct.
    private static func check(
        _ body: [UInt8], digest: String?
    ) throws(RequestSignatureError) {
        guard let digest else {
            guard body.isEmpty else { throw .missingParameter("body_md5") }
            return
        }
        guard let bytes = try? Digest.md5(body) else { throw .algorithmUnavailable("MD5") }
        let expected = Digest.hex(bytes)
        guard expected == digest.lowercased() else {
            throw .wrongBodyDigest(digest, expected: expected)
        }
    }
}
