import BuoyTextScreen
import CBuoyNcurses

enum KeyCode {
    static func key(for code: Int32) -> KeyPress? {
        if let key = Self.keys[code] { return key }
        // KEY_F(0) to KEY_F(63) are consecutive.
        return 1...24 ~= code &- KEY_F0 ? .function(Int(code &- KEY_F0)) : nil
    }

    /// Keys with modifiers beyond the usual ones (`kUP5`). ncurses assigns their numbers for every
    /// type. Requires a window with its keypad enabled.
    @MainActor
    static func extended() -> [Int32: KeyPress] {
        var keys: [Int32: KeyPress] = [:]
        for (name, key) in Self.extendedNames {
            guard let sequence = curses_capability(name) else { continue }
            let code = key_defined(sequence)
            // A sequence may also be one of the usual keys.
            if code > KEY_MAX { keys[code] = key }
        }
        return keys
    }

    static let extendedNames: [(name: String, key: KeyPress)] = {
        var names: [(String, KeyPress)] = [("kxIN", .focusIn), ("kxOUT", .focusOut)]
        let arrows: [(String, KeyPress.Arrow)] = [
            ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right),
        ]
        let others: [(String, KeyPress)] = [
            ("kHOM", .home), ("kEND", .end), ("kPRV", .pageUp), ("kNXT", .pageDown),
            ("kIC", .insert), ("kDC", .delete),
        ]
        // Without a number it means Shift, which otherwise is 2.
        for modifiers in 2...7 {
            let suffix = modifiers == 2 ? "" : String(modifiers)
            names += arrows.compactMap { name, arrow in
                KeyPress.arrow(arrow, modifiers: modifiers).map { (name + suffix, $0) }
            }
            names += others.map { ($0 + suffix, $1) }
        }
        return names
    }()

    private static let keys: [Int32: KeyPress] = [
        KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right,
        KEY_SR: .up, KEY_SF: .down, KEY_SLEFT: .left, KEY_SRIGHT: .right,
        KEY_HOME: .home, KEY_END: .end, KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown,
        KEY_SHOME: .home, KEY_SEND: .end, KEY_SPREVIOUS: .pageUp, KEY_SNEXT: .pageDown,
        KEY_A1: .home, KEY_A3: .pageUp, KEY_C1: .end, KEY_C3: .pageDown,
        KEY_FIND: .home, KEY_SELECT: .end,
        KEY_IC: .insert, KEY_DC: .delete, KEY_SIC: .insert, KEY_SDC: .delete,
        KEY_BACKSPACE: .backspace, KEY_ENTER: .enter,
        KEY_BTAB: .backTab, KEY_RESIZE: .resize,
    ]
}
