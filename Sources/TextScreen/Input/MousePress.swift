/// What the mouse did, and on which cell. Only the first button and the wheel: the others stay with
/// the terminal, as do all of them while Shift is held.
package struct MousePress: Hashable, Sendable {
    /// What it did.
    package enum Kind: Hashable, Sendable {
        /// The button went down.
        case press
        /// The mouse moved to another cell with the button down.
        case drag
        /// The button went up.
        case release
        case wheelUp, wheelDown
    }

    /// What it did.
    package let kind: Kind
    /// The column, from 0 at the left.
    package let x: Int
    /// The row, from 0 at the top.
    package let y: Int

    /// Something that the mouse did on a cell.
    package init(_ kind: Kind, x: Int, y: Int) {
        self.kind = kind
        self.x = x
        self.y = y
    }
}
