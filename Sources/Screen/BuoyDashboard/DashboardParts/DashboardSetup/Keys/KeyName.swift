package import BuoyTextScreen
import ChannelsBasics

package enum KeyName {
    case key(KeyPress)
    /// Terminals send it as another key.
    case indistinct(KeyPress)
    case unknown(suggestion: String?)

    package static func read(_ name: String) -> KeyName {
        guard let key = KeyPress(name: name), Self.canBePressed(key) else {
            return .unknown(suggestion: Self.suggestion(for: name))
        }
        return Self.same(as: key).map(KeyName.indistinct) ?? .key(key)
    }

    private static func canBePressed(_ key: KeyPress) -> Bool {
        switch key {
        case .resize, .focusIn, .focusOut, .paste, .mouse: false
        case .character(let scalar), .alt(let scalar):
            (CharacterWidth.cells(of: scalar) ?? 0) > 0
        default: true
        }
    }

    /// The key that sends the same control character.
    private static func same(as key: KeyPress) -> KeyPress? {
        switch key {
        case .control("I"): .tab
        case .control("M"), .control("J"): .enter
        case .control("H"): .backspace
        case .control("["): .escape
        default: nil
        }
    }

    private static func suggestion(for name: String) -> String? {
        if let other = self.translated(name) { return other }
        // A single letter would be close to every other.
        return name.count < 2 ? nil : Suggestion.nearest(to: name, among: self.named)
    }

    /// The notations of other programs: `C-x`, `^X`, `<C-x>`, `ctrl+x` and `M-x`.
    private static func translated(_ name: String) -> String? {
        var rest = name.filter { $0 != "<" && $0 != ">" }.replacing("+", with: "-")
        if rest.hasPrefix("^") { rest = "C-" + rest.dropFirst() }
        let modifiers = [
            "control-": "Ctrl-", "ctrl-": "Ctrl-", "ctl-": "Ctrl-", "c-": "Ctrl-",
            "meta-": "Alt-", "option-": "Alt-", "alt-": "Alt-", "m-": "Alt-", "a-": "Alt-",
        ]
        for (prefix, modifier) in modifiers where rest.lowercased().hasPrefix(prefix) {
            let key = KeyPress(name: modifier + rest.dropFirst(prefix.count))
            return key.map { Self.same(as: $0) ?? $0 }?.name
        }
        return nil
    }

    private static let named: [String] = {
        let keys: [KeyPress] = [
            .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete,
            .backspace, .enter, .tab, .backTab, .escape,
        ]
        let arrows = KeyPress.Arrow.allCases.flatMap {
            [KeyPress.altArrow($0), KeyPress.controlArrow($0)]
        }
        let functions = (1...24).map { KeyPress.function($0) }
        return ["Space", "Delete", "Insert", "PageUp", "PageDown", "Return", "Escape"]
            + (keys + arrows + functions).map(\.name)
    }()

    static var documented: [String] {
        let keys: [KeyPress] = [
            .character(" "), .enter, .tab, .backTab, .escape, .backspace, .insert, .delete, .home,
            .end, .pageUp, .pageDown, .up, .down, .left, .right,
        ]
        return keys.map(\.name)
    }
}
