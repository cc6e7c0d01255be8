/// A mouse action on a cell. Only the first button and the wheel are reported; the terminal keeps
/// the others, and all of them while Shift is held.
package struct MousePress: Hashable, Sendable {
    /// The kinds of actions.
    package enum Kind: Hashable, Sendable {
        /// The button went down.
        case press
        /// The mouse moved to another cell with the button down.
        case drag
        /// The button went up.
        case release
        case wheelUp, wheelDown
    }

    /// The kind of action.
    package let kind: Kind
    /// The column, from 0 at the left.
    package let x: Int
    /// The row, from 0 at the top.
    package let y: Int

    /// Creates a mouse action on a cell.
    package init(_ kind: Kind, x: Int, y: Int) {
        self.kind = kind
        self.x = x
        self.y = y
    }
}
