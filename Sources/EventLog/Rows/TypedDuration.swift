extension Duration {
    /// Reads a typed duration in whole units: `90s`, `10m` or `2h`; `nil` for anything else.
    package init?(typed text: String) {
        guard let count = Int(text.dropLast()), (1...1_000_000).contains(count) else { return nil }
        switch text.last {
        case "s": self = .seconds(count)
        case "m": self = .seconds(count * 60)
        case "h": self = .seconds(count * 3600)
        default: return nil
        }
    }
}
