import BuoyTextScreen

enum TerminalAnswer: Hashable {
    case background(RGB)

    case color(NamedColor, RGB)

    /// terminfo's `RGB` and tmux's `Tc`.
    case directColor(Bool)

    case keyboard

    /// All terminals answer this, after all earlier queries.
    case attributes

    init?(introducer: UInt8, body: [UInt8]) {
        let text = String(decoding: body, as: UTF8.self)
        switch introducer {
        case UInt8(ascii: "]"):
            guard let answer = Self.colorAnswer(text) else { return nil }
            self = answer
        case UInt8(ascii: "P"):
            guard text.hasPrefix("0+r") || text.hasPrefix("1+r") else { return nil }
            let names = text.dropFirst(3).split(separator: ";").map {
                $0.prefix { $0 != "=" }
            }
            guard names.contains(where: Self.directColorNames.contains) else { return nil }
            self = .directColor(text.hasPrefix("1"))
        default: return nil
        }
    }

    /// `11;rgb:…`, or `4;8;rgb:…` for colour 8 of the palette.
    private static func colorAnswer(_ text: String) -> TerminalAnswer? {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        guard let last = parts.last, let color = Self.color(last) else { return nil }
        if parts.count == 2, parts[0] == "11" { return .background(color) }
        guard parts.count == 3, parts[0] == "4",
            let name = UInt8(parts[1]).flatMap(NamedColor.init)
        else { return nil }
        return .color(name, color)
    }

    /// `RGB` and `Tc` in hexadecimal.
    private static let directColorNames: Set<Substring> = ["524742", "5463"]

    /// `rgb:1e1e/1e1e/2e2e`, with one to four digits each; some terminals add the opacity.
    private static func color(_ text: Substring) -> RGB? {
        guard let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(text[..<colon]) else {
            return nil
        }
        let parts = text[text.index(after: colon)...].split(
            separator: "/", omittingEmptySubsequences: false)
        let amounts = parts.compactMap(Self.amount)
        guard 3...4 ~= parts.count, amounts.count == parts.count else { return nil }
        return RGB(amounts[0], amounts[1], amounts[2])
    }

    private static func amount(_ digits: Substring) -> UInt8? {
        guard 1...4 ~= digits.utf8.count, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        let largest = UInt32(1) << (4 * UInt32(digits.utf8.count)) - 1
        return UInt8(truncatingIfNeeded: (value * 255 + largest / 2) / largest)
    }
}
