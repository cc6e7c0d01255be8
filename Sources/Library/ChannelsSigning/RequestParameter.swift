import ChannelsBasics

package struct RequestParameter: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [RequestParameter] {
    /// `a=b&c=d`, where `%20` and `+` are both a space; `nil` if a `%` is not followed by two
    /// hexadecimal digits, or the result is not UTF-8.
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

    package var encoded: String {
        self.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
            .joined(separator: "&")
    }

    package func first(_ name: String) -> String? { self.first { $0.name == name }?.value }
}

extension String {
    package init?(percentEncoded bytes: some Collection<UInt8>, plusIsSpace: Bool = false) {
        guard let text = try? PercentEncoding.decode(bytes, plusIsSpace: plusIsSpace) else {
            return nil
        }
        self = text
    }

    package var percentEncoded: String { PercentEncoding.encode(self, leaving: .rfc3986) }
}
