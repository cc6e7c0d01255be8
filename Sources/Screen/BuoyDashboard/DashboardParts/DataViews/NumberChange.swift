/// Exact to all digits: `+0.5`.
enum NumberChange {
    /// Numbers in JSON notation; `nil` with an exponent or very many digits.
    static func words(from old: String, to new: String) -> String? {
        guard let old = Self.scaled(old), let new = Self.scaled(new) else { return nil }
        let places = max(old.places, new.places)
        guard let before = Self.shifted(old, to: places), let after = Self.shifted(new, to: places)
        else { return nil }
        let (change, isOverflow) = after.subtractingReportingOverflow(before)
        guard !isOverflow, change != 0 else { return nil }
        return (change < 0 ? "-" : "+") + Self.text(change.magnitude, places: places)
    }

    private static func scaled(_ text: String) -> (digits: Int64, places: Int)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, text.utf8.count <= 17, let digits = Int64(parts.joined()) else {
            return nil
        }
        return (digits, parts.count == 2 ? parts[1].utf8.count : 0)
    }

    private static func shifted(_ number: (digits: Int64, places: Int), to places: Int) -> Int64? {
        var digits = number.digits
        for _ in number.places..<places {
            let (product, isOverflow) = digits.multipliedReportingOverflow(by: 10)
            if isOverflow { return nil }
            digits = product
        }
        return digits
    }

    private static func text(_ digits: UInt64, places: Int) -> String {
        var text = String(digits)
        guard places > 0 else { return text }
        text = String(repeating: "0", count: max(places + 1 - text.count, 0)) + text
        var (whole, fraction) = (text.dropLast(places), text.suffix(places))
        while fraction.last == "0" { fraction.removeLast() }
        if !fraction.isEmpty { whole += "." + fraction }
        return String(whole)
    }
}
