extension Duration {
    private static let units: [(name: Substring, duration: Duration)] = [
        ("d", .seconds(86_400)), ("h", .seconds(3600)), ("m", .seconds(60)), ("s", .seconds(1)),
        ("ms", .milliseconds(1)),
    ]

    /// `500ms`, `90s`, `0.5s`, `10m`, `1m30s`, `2h` or `1d`: larger units come first.
    package init?(typed text: String) {
        var (total, rest, units) = (Duration.zero, text[...], Self.units[...])
        repeat {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            let name = rest[number.endIndex...].prefix { $0.isASCII && $0.isLetter }
            guard let count = Double(number), number.first != ".", number.last != ".",
                count <= 1_000_000, let unit = units.firstIndex(where: { $0.name == name })
            else { return nil }
            let microseconds = count * (units[unit].duration / .microseconds(1))
            total += .microseconds(Int64(microseconds.rounded()))
            units = units[(unit + 1)...]
            rest = rest[name.endIndex...]
        } while !rest.isEmpty
        guard total >= .milliseconds(1) else { return nil }
        self = total
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
