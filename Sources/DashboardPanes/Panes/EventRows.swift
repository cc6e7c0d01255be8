import ChannelsProtocol
package import EventLog
import ScreenParts

/// Events in rows, the newest at the bottom: the filtered rows, and the visible part of them,
/// following or paused.
package struct EventRows: Hashable, Sendable {
    /// The visible part.
    enum Position: Hashable, Sendable {
        /// Always the newest rows.
        case following
        /// The same rows as before: the selected row, the first row on the screen, and the number
        /// of the next event when the log was paused. All are sequence numbers.
        case held(selected: Int, top: Int, since: Int)
    }

    /// All kept events, whatever the filter.
    package private(set) var ring: EventRing
    private(set) var view = EventView()
    private(set) var position = Position.following

    init(limit: Int, byteLimit: Int) {
        self.ring = EventRing(limit: limit, byteLimit: byteLimit)
    }

    var isHeld: Bool { self.position != .following }

    /// The number of rows, after the filter.
    var count: Int { self.view.count(in: self.ring) }

    /// The number of rows that arrived since the log was paused.
    var newCount: Int {
        guard case .held(_, _, let since) = self.position else { return 0 }
        return self.count - self.view.index(atOrAfter: since, in: self.ring)
    }

    // MARK: Contents

    mutating func append(_ event: ClientEvent) { self.ring.append(event) }

    /// Removes all rows.
    mutating func removeAll() {
        self.ring.removeAll()
        self.position = .following
    }

    /// Replaces the rows; the filter scans them all again.
    mutating func replace(_ ring: EventRing) {
        self.ring = ring
        self.view.startAgain(ring)
        self.position = .following
    }

    mutating func setFilter(_ filter: EventFilter?) {
        self.view.setFilter(filter, of: self.ring)
    }

    mutating func setSystemRows(_ areShown: Bool) {
        self.view.setSystemRows(areShown, of: self.ring)
    }

    /// Lets the filter scan a slice of the rows.
    mutating func scan(budget: inout ScanBudget) { self.view.scan(self.ring, budget: &budget) }

    // MARK: The selected row

    /// The index of the selected row; that of the newest one while following.
    var selectedIndex: Int {
        guard case .held(let selected, _, _) = self.position else { return self.count - 1 }
        return self.index(of: selected)
    }

    /// The index of a sequence number, or of the nearest visible one before it.
    private func index(of sequence: Int) -> Int {
        let index = self.view.index(atOrAfter: sequence, in: self.ring)
        if self.view.sequence(at: index, in: self.ring) == sequence { return index }
        return max(index - 1, 0)
    }

    /// The sequence number of the selected row; of the newest one while following.
    var selectedSequence: Int? { self.view.sequence(at: self.selectedIndex, in: self.ring) }

    /// The selected event; the newest one while following.
    var selectedEvent: ClientEvent? { self.selectedSequence.flatMap { self.ring[$0] } }

    /// The event of a row.
    func event(at index: Int) -> ClientEvent? {
        self.view.sequence(at: index, in: self.ring).flatMap { self.ring[$0] }
    }

    // MARK: Moving

    /// Pauses the log with the newest row selected.
    mutating func hold(height: Int) {
        guard !self.isHeld else { return }
        self.select(index: self.count - 1, height: height)
    }

    /// Follows the newest row.
    mutating func follow() { self.position = .following }

    /// Moves the selection. Moving up pauses the log; moving down from the last row follows it.
    mutating func move(_ movement: Movement, height: Int) {
        guard self.count > 0 else { return }
        let last = self.count - 1
        let index = self.selectedIndex
        switch movement {
        case .bottom:
            self.follow()
        case .rows(-1) where !self.isHeld:
            self.hold(height: height)
        default:
            let target = movement.target(from: index, count: self.count, height: height)
            let isDown = target >= index && movement != .top
            guard isDown && index == last else {
                self.select(index: target, height: height)
                return
            }
            self.follow()
        }
    }

    /// The first row on the screen.
    /// - Parameter unfolded: the number of additional lines of the selected row.
    func topIndex(height: Int, unfolded: Int = 0) -> Int {
        let furthest = max(self.count + unfolded - height, 0)
        guard case .held(_, let top, _) = self.position else { return furthest }
        let selected = self.selectedIndex
        let wanted = self.view.index(atOrAfter: top, in: self.ring)
        let least = selected + unfolded - height + 1
        return min(max(wanted, least, 0), min(max(selected, 0), furthest))
    }

    /// Scrolls without moving the selection, as long as it stays on the screen. Scrolling up pauses
    /// the log; scrolling down to the newest row follows it.
    mutating func scroll(rows: Int, height: Int) {
        let furthest = self.count - height
        guard furthest > 0, height > 0 else { return }
        let top = max(self.topIndex(height: height) + rows, 0)
        guard top < furthest else {
            self.follow()
            return
        }
        let index = min(max(self.selectedIndex, top), top + height - 1)
        guard let selected = self.view.sequence(at: index, in: self.ring),
            let first = self.view.sequence(at: top, in: self.ring)
        else { return }
        var since = self.ring.next
        if case .held(_, _, let before) = self.position { since = before }
        self.position = .held(selected: selected, top: first, since: since)
    }

    /// Selects the event on a line of the screen, and returns whether it was selected before; `nil`
    /// if there is none.
    /// - Parameter unfolded: the number of additional lines of the selected row.
    mutating func point(at y: Int, height: Int, unfolded: Int = 0) -> Bool? {
        let top = self.topIndex(height: height, unfolded: unfolded)
        let selected = self.selectedIndex - top
        let isBelow = self.isHeld && y > selected
        let row = isBelow ? max(y - unfolded, selected) : y
        guard y >= 0, y < height, top + row < self.count else { return nil }
        let isAgain = self.isHeld && row == selected
        self.select(index: top + row, height: height)
        return isAgain
    }

    mutating func select(_ sequence: Int, height: Int) {
        self.select(index: self.index(of: sequence), height: height)
    }

    private mutating func select(index: Int, height: Int) {
        guard let sequence = self.view.sequence(at: index, in: self.ring) else { return }
        var since = self.ring.next
        if case .held(_, _, let before) = self.position { since = before }
        let oldTop = self.topIndex(height: height)
        self.position = .held(selected: sequence, top: sequence, since: since)
        let isVisible = index >= oldTop && index < oldTop + height
        let isNear = index >= oldTop - 1 && index <= oldTop + height
        // A row just beyond the edge scrolls by one; after a jump, the row is in the middle.
        let centered = max(index - height / 2, 0)
        let top =
            isVisible ? oldTop : !isNear ? centered : index < oldTop ? index : index - height + 1
        let first = self.view.sequence(at: max(top, 0), in: self.ring) ?? sequence
        self.position = .held(selected: sequence, top: first, since: since)
    }
}
