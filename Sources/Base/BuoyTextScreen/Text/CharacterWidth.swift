package enum CharacterClass: UInt8, Sendable {
    /// Control, unassigned, private use or surrogate: never sent to a terminal.
    case unprintable

    /// Takes no cell and is not visible: joiners, bidi controls, tags, fillers, variation
    /// selectors, blank braille.
    case invisible

    case combining

    case narrow

    case wide
}

/// A built-in table, so that layouts and golden screens do not depend on the machine's C
/// library.
package enum CharacterWidth {
    package static func characterClass(of scalar: Unicode.Scalar) -> CharacterClass {
        let value = scalar.value
        if value < 0x7F {
            return value < 0x20 ? .unprintable : .narrow
        }
        return CharacterClass(rawValue: UInt8(Self.entry(at: value) & 7)) ?? .unprintable
    }

    /// 0, 1 or 2; `nil` if it must not be shown.
    package static func cells(of scalar: Unicode.Scalar) -> Int? {
        switch self.characterClass(of: scalar) {
        case .unprintable, .invisible: nil
        case .combining: 0
        case .narrow: 1
        case .wide: 2
        }
    }

    private static func entry(at value: UInt32) -> UInt32 {
        var low = 0
        var high = self.transitions.count
        while low < high {
            let middle = (low + high) / 2
            if self.transitions[middle] >> 3 <= value {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low == 0 ? 0 : self.transitions[low - 1]
    }
}
