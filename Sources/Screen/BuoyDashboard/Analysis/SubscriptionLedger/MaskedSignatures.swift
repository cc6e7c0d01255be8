/// Servers quote signatures in their strings. With the text that was signed, a valid one lets
/// anybody join the channel while the connection lasts.
enum MaskedSignatures {
    /// The hexadecimal digits of an HMAC-SHA256.
    private static let length = 64
    private static let dots = "••••••••"

    /// Dots for each run of at least 64 hexadecimal digits.
    static func text(_ text: String) -> String {
        var masked = String.UnicodeScalarView()
        var run = String.UnicodeScalarView()
        func end() {
            masked.append(contentsOf: run.count >= Self.length ? Self.dots.unicodeScalars : run)
            run = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            if scalar.properties.isASCIIHexDigit {
                run.append(scalar)
            } else {
                end()
                masked.append(scalar)
            }
        }
        end()
        return String(masked)
    }
}
