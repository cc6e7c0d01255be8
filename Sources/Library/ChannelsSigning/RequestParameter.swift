import ChannelsBasics

/// A parameter of a query or a form: its decoded name and value.
package struct RequestParameter: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [RequestParameter] {
    /// Parses `a=b&c=d`, where both `%20` and `+` are a space.
    ///
    /// - Returns: `nil` if a `%` is not followed by two hexadecimal digits, or the decoded bytes
    ///   are not UTF-8.
    package init?(encoded bytes: some Collection<UInt8>) {
        self = []
        for field in bytes.split(separator: UInt8(ascii: "&")) {
            let equals = field.firstIndex(of: UInt8(ascii: "=")) ?? field.endIndex
            guard let name = String(percentEncoded: field[..<equals], plusIsSpace: true),
                let value = String(percentEncoded: field[equals...].dropFirst(), plusIsSpace: true)
            else { return nil }
            self.append(RequestParameter(name, value))
        }
    }

    /// `a=b&c=d`, with everything but letters, digits and `- . _ ~` percent-encoded.
    package var encoded: String {
        self.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
            .joined(separator: "&")
    }

    package func first(_ name: String) -> String? { self.first { $0.name == name }?.value }
}

extension String {
    /// Creates a string by percent-decoding.
    ///
    /// - Returns: `nil` if a `%` is not followed by two hexadecimal digits, or the decoded bytes
    ///   are not UTF-8.
    package init?(percentEncoded bytes: some Collection<UInt8>, plusIsSpace: Bool = false) {
        guard let text = try? PercentEncoding.decode(bytes, plusIsSpace: plusIsSpace) else {
            return nil
        }
        self = text
    }

    /// The text with everything but RFC 3986's unreserved characters percent-encoded.
    package var percentEncoded: String { PercentEncoding.encode(self, leaving: .rfc3986) }
}
