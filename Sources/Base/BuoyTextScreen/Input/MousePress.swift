/// Only the first button and the wheel are reported; the terminal keeps the others, and all of
/// them while Shift is held.
package struct MousePress: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case press
        case drag
        case release
        case wheelUp, wheelDown
    }

    package let kind: Kind
    package let x: Int
    package let y: Int

    package init(_ kind: Kind, x: Int, y: Int) {
        self.kind = kind
        self.x = x
        self.y = y
    }
}
