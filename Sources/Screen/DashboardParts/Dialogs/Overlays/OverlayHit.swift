/// The meaning of a click while a list is open.
package enum OverlayHit: Hashable, Sendable {
    /// On an item, with its index in the list.
    case item(Int)
    /// In the box, but not on an item.
    case inside
    /// Outside the box, which closes it.
    case outside
}
