/// What a click means while a list is open over the panes.
package enum OverlayHit: Hashable, Sendable {
    /// On an item, by its place in the list.
    case item(Int)
    /// In the box, but on nothing.
    case inside
    /// Beside the box, which closes it.
    case outside
}
