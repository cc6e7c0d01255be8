import CNcurses
import TextScreen

/// The key codes of ncurses.
enum KeyCode {
    /// The key for a code; nil for keys that have no meaning here.
    static func key(for code: Int32) -> KeyPress? {
        if let key = Self.keys[code] { return key }
        // KEY_F(0) to KEY_F(63) follow one another.
        return 1...24 ~= code &- KEY_F0 ? .function(Int(code &- KEY_F0)) : nil
    }

    private static let keys: [Int32: KeyPress] = [
        KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right,
        KEY_HOME: .home, KEY_END: .end, KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown,
        KEY_A1: .home, KEY_A3: .pageUp, KEY_C1: .end, KEY_C3: .pageDown,
        KEY_FIND: .home, KEY_SELECT: .end,
        KEY_IC: .insert, KEY_DC: .delete, KEY_BACKSPACE: .backspace, KEY_ENTER: .enter,
        KEY_BTAB: .backTab, KEY_RESIZE: .resize,
    ]
}
