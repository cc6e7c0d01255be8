/// A rate as it is typed: `500/s`, `0.5/s`.
package enum TypedRate {
    package static func perSecond(_ text: some StringProtocol) -> Double? {
        text.hasSuffix("/s") ? Double(text.dropLast(2)) : nil
    }
}
