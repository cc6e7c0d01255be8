import BuoyTextScreen

extension KeyPress {
    /// 1 plus a bit each for Shift (1), Alt (2), Ctrl (4), others that are not supported here, and
    /// the two locks, which are ignored. Shift is ignored too; `nil` for a combination without a
    /// name.
    static func arrow(_ arrow: Arrow, modifiers: Int) -> KeyPress? {
        switch max(modifiers - 1, 0) & 0x3F {
        case 0, 1: .arrow(arrow)
        case 2, 3: .altArrow(arrow)
        case 4, 5: .controlArrow(arrow)
        default: nil
        }
    }

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
