extension Duration {
    /// Whole units only: `500ms`, `90s`, `10m`, `2h` or `1d`.
    package init?(typed text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits), (1...1_000_000).contains(count) else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": self = .milliseconds(count)
        case "s": self = .seconds(count)
        case "m": self = .seconds(count * 60)
        case "h": self = .seconds(count * 3600)
        case "d": self = .seconds(count * 86_400)
        default: return nil
        }
    }

    /// In the largest unit that fits: `90s`, `10m`. Drops fractions of a millisecond.
    package var typed: String {
        let milliseconds = self / .milliseconds(1)
        let count = Int(milliseconds)
        return switch count {
        case let count where count == 0: "0s"
        case let count where count % 1000 != 0: "\(count)ms"
        case let count where count % 86_400_000 == 0: "\(count / 86_400_000)d"
        case let count where count % 3_600_000 == 0: "\(count / 3_600_000)h"
        case let count where count % 60_000 == 0: "\(count / 60_000)m"
        default: "\(count / 1000)s"
        }
    }
}
