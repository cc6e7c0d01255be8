import TextScreen

extension KeyPress {
    /// An arrow with modifiers as terminals count them: 1, and a bit each for Shift (1), Alt (2),
    /// Ctrl (4), others that no key here has, and the two locks, which do not matter. Shift is left
    /// out; nil for a combination without a name.
    static func arrow(_ arrow: Arrow, modifiers: Int) -> KeyPress? {
        switch max(modifiers - 1, 0) & 0x3F {
        case 0, 1: .arrow(arrow)
        case 2, 3: .altArrow(arrow)
        case 4, 5: .controlArrow(arrow)
        default: nil
        }
    }

    /// The key with Alt, where that is another key: an Esc came before it.
    var withAlt: KeyPress {
        switch self {
        case .up: .altArrow(.up)
        case .down: .altArrow(.down)
        case .left: .altArrow(.left)
        case .right: .altArrow(.right)
        default: self
        }
    }

    private static func arrow(_ arrow: Arrow) -> KeyPress {
        switch arrow {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        }
    }
}
