/// A parameter of a query or a form: name and value as they are meant, not as they are encoded.
package struct RequestParameter: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [RequestParameter] {
    /// Reads `a=b&c=d`, where both `%20` and `+` are a space.
    ///
    /// - Returns: `nil` when a `%` is not followed by two hexadecimal digits, or the decoded bytes
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

    /// The value of the first parameter of this name.
    package func first(_ name: String) -> String? { self.first { $0.name == name }?.value }
}

extension String {
    /// Undoes percent-encoding.
    ///
    /// - Returns: `nil` when a `%` is not followed by two hexadecimal digits, or the decoded bytes
    ///   are not UTF-8.
    package init?(percentEncoded bytes: some Collection<UInt8>, plusIsSpace: Bool = false) {
        var decoded: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexValue, let low = rest.popFirst()?.hexValue
                else { return nil }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        self.init(validating: decoded, as: UTF8.self)
    }

    /// The text with everything but RFC 3986's unreserved characters percent-encoded.
    package var percentEncoded: String {
        var encoded: [UInt8] = []
        for byte in self.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                encoded.append(UInt8(ascii: "%"))
                encoded.append(contentsOf: Digest.hex([byte]).uppercased().utf8)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension UInt8 {
    /// What this hexadecimal digit is worth.
    fileprivate var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
