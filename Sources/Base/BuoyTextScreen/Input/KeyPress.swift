package enum KeyPress: Hashable, Sendable {
    case character(Unicode.Scalar)

    /// Ctrl with a letter, given in upper case, or with one of `@ [ \ ] ^ _`.
    case control(Unicode.Scalar)

    /// Alt, or Esc shortly before the character.
    case alt(Unicode.Scalar)

    case up, down, left, right
    case home, end, pageUp, pageDown
    case insert, delete, backspace
    case enter, tab, backTab, escape

    case altArrow(Arrow)

    case controlArrow(Arrow)

    case function(Int)

    /// Pasted text as received, which is never interpreted as commands.
    case paste([UInt8])

    case mouse(MousePress)

    case resize

    case focusIn, focusOut

    package enum Arrow: String, CaseIterable, Hashable, Sendable {
        case up = "Up"
        case down = "Down"
        case left = "Left"
        case right = "Right"
    }
}

extension KeyPress {
    /// As in help strings and the configuration: `Ctrl-L`, `F1`, `PgDn`, `Space`, `u`.
    package var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let scalar): String(Character(scalar))
        case .control(" "), .control("@"): "Ctrl-Space"
        case .control(let scalar): "Ctrl-" + String(Character(scalar))
        case .alt(" "): "Alt-Space"
        case .alt(let scalar): "Alt-" + String(Character(scalar))
        case .function(let number): "F\(number)"
        case .paste: "Paste"
        case .mouse: "Mouse"
        case .altArrow(let arrow): "Alt-" + arrow.rawValue
        case .controlArrow(let arrow): "Ctrl-" + arrow.rawValue
        default: Self.named.first { $0.key == self }?.name ?? ""
        }
    }

    /// Also accepts long forms: `Delete`, `PageDown`.
    package init?(name: String) {
        let scalars = Array(name.unicodeScalars)
        if scalars.count == 1 {
            self = .character(scalars[0])
        } else if name == "Space" {
            self = .character(" ")
        } else if let key = Self.named.first(where: { $0.name == name || $0.longName == name })?.key
        {
            self = key
        } else if name.hasPrefix("F"), let number = Int(name.dropFirst()), 1...24 ~= number {
            self = .function(number)
        } else if name.hasPrefix("Ctrl-"), let key = Self.control(named: name.dropFirst(5)) {
            self = key
        } else if name.hasPrefix("Alt-"), let key = Self.alt(named: name.dropFirst(4)) {
            self = key
        } else {
            return nil
        }
    }

    private static func control(named name: Substring) -> KeyPress? {
        if name == "Space" {
            return .control("@")
        }
        if let arrow = Arrow(rawValue: String(name)) { return .controlArrow(arrow) }
        guard let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 else {
            return nil
        }
        switch scalar.value {
        case 0x40...0x5F: return .control(scalar)
        case 0x61...0x7A: return Unicode.Scalar(scalar.value - 0x20).map(KeyPress.control)
        default: return nil
        }
    }

    private static func alt(named name: Substring) -> KeyPress? {
        if name == "Space" {
            return .alt(" ")
        }
        if let arrow = Arrow(rawValue: String(name)) { return .altArrow(arrow) }
        let scalars = name.unicodeScalars
        return scalars.count == 1 ? scalars.first.map(KeyPress.alt) : nil
    }

    private static let named: [(key: KeyPress, name: String, longName: String)] = [
        (.up, "Up", "Up"), (.down, "Down", "Down"),
        (.left, "Left", "Left"), (.right, "Right", "Right"),
        (.home, "Home", "Home"), (.end, "End", "End"),
        (.pageUp, "PgUp", "PageUp"), (.pageDown, "PgDn", "PageDown"),
        (.insert, "Ins", "Insert"), (.delete, "Del", "Delete"),
        (.backspace, "Backspace", "Backspace"), (.enter, "Enter", "Return"),
        (.tab, "Tab", "Tab"), (.backTab, "Shift-Tab", "BackTab"), (.escape, "Esc", "Escape"),
        (.resize, "Resize", "Resize"),
        (.focusIn, "FocusIn", "FocusIn"), (.focusOut, "FocusOut", "FocusOut"),
    ]
}
