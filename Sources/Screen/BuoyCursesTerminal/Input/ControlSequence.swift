import BuoyTextScreen

/// A complete `Esc [ … final`, and the key that it stands for, if any.
struct ControlSequence: Hashable {
    let parameters: [UInt8]
    let final: UInt8

    /// Between the semicolons; empty if there is anything but digits, as in answers of terminals
    /// (`?1;2`).
    var numbers: [Int] {
        let parts = self.parameters.split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let numbers = parts.map { part in
            // After a colon follow details of the kitty keyboard protocol.
            let digits = part.prefix { $0 != UInt8(ascii: ":") }
            return digits.isEmpty ? 1 : Int(String(decoding: digits, as: UTF8.self)) ?? -1
        }
        return numbers.contains { $0 < 0 || $0 > 0x10FFFF } ? [] : numbers
    }

    var isAttributes: Bool {
        self.final == UInt8(ascii: "c") && self.parameters.first == UInt8(ascii: "?")
    }

    var isKeyboard: Bool {
        self.final == UInt8(ascii: "u") && self.parameters.first == UInt8(ascii: "?")
    }

    /// A previous program may have enabled such reports, in the kitty keyboard protocol.
    private var isRelease: Bool {
        let parts = self.parameters.split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        return parts.count > 1 && parts[1].suffix(2).elementsEqual(":3".utf8)
    }

    /// `nil` for answers to queries, mouse reports, and unknown keys.
    var key: KeyPress? {
        let numbers = self.numbers
        guard !numbers.isEmpty || self.parameters.isEmpty, !self.isRelease else { return nil }
        switch self.final {
        case UInt8(ascii: "A")...UInt8(ascii: "D"):
            // The oldest form has only the modifiers.
            let modifiers = numbers.count > 1 ? numbers[1] : numbers.first ?? 1
            return Self.arrows[self.final].flatMap { .arrow($0, modifiers: modifiers) }
        case UInt8(ascii: "a")...UInt8(ascii: "d") where self.parameters.isEmpty:
            // rxvt, with Shift.
            return Self.arrows[self.final - 0x20].flatMap { .arrow($0, modifiers: 2) }
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "Z"): return .backTab
        case UInt8(ascii: "I"): return self.parameters.isEmpty ? .focusIn : nil
        case UInt8(ascii: "O"): return self.parameters.isEmpty ? .focusOut : nil
        case UInt8(ascii: "~"):
            // 27;modifier;character is xterm's form for keys that have no other.
            if numbers.count == 3, numbers[0] == 27 {
                return Self.key(character: numbers[2], modifiers: numbers[1])
            }
            return numbers.first.flatMap { Self.numberedKeys[$0] }
        case UInt8(ascii: "u"):
            let modifiers = numbers.count > 1 ? numbers[1] : 1
            return numbers.first.flatMap {
                Self.keypadKeys[$0] ?? Self.key(character: $0, modifiers: modifiers)
            }
        default: return nil
        }
    }

    /// Modifiers: 1 plus a bit each for Shift, Alt, Ctrl, then others that no key here has (Super,
    /// Hyper, Meta), then the two locks, which do not matter.
    private static func key(character: Int, modifiers: Int) -> KeyPress? {
        guard let scalar = UInt32(exactly: character).flatMap(Unicode.Scalar.init) else {
            return nil
        }
        switch (scalar.value, max(modifiers - 1, 0) & 0x3F) {
        case (27, _): return .escape
        case (13, _): return .enter
        case (9, 1): return .backTab
        case (9, _): return .tab
        case (127, _): return .backspace
        case (0x20...0x7E, 0), (0x20...0x7E, 1), (0xA0...0xD7FF, 0), (0xA0...0xD7FF, 1):
            return .character(scalar)
        case (0x20...0x7E, 2), (0x20...0x7E, 3), (0xA0...0xD7FF, 2): return .alt(scalar)
        case (_, 4) where Self.controls[scalar] != nil: return Self.controls[scalar]
        case (0x61...0x7A, 4), (0x61...0x7A, 5):
            return Unicode.Scalar(scalar.value - 0x20).map(KeyPress.control)
        case (0x40...0x5F, 4), (0x40...0x5F, 5): return .control(scalar)
        default: return nil
        }
    }

    /// Keys with Ctrl that mean what they mean in terminals that send one byte for them.
    private static let controls: [Unicode.Scalar: KeyPress] = [
        "h": .backspace, "i": .tab, "j": .enter, "m": .enter, "[": .escape, " ": .control("@"),
        "/": .control("_"),
    ]

    private static let keypadKeys: [Int: KeyPress] = {
        var keys: [Int: KeyPress] = [
            57_409: .character("."), 57_410: .character("/"), 57_411: .character("*"),
            57_412: .character("-"), 57_413: .character("+"), 57_414: .enter,
            57_415: .character("="), 57_416: .character(","), 57_417: .left, 57_418: .right,
            57_419: .up, 57_420: .down, 57_421: .pageUp, 57_422: .pageDown, 57_423: .home,
            57_424: .end, 57_425: .insert, 57_426: .delete,
        ]
        for (digit, scalar) in "0123456789".unicodeScalars.enumerated() {
            keys[57_399 + digit] = .character(scalar)
        }
        return keys
    }()

    static let arrows: [UInt8: KeyPress.Arrow] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
        UInt8(ascii: "D"): .left,
    ]

    private static let numberedKeys: [Int: KeyPress] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4),
        15: .function(5), 17: .function(6), 18: .function(7), 19: .function(8),
        20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]
}
