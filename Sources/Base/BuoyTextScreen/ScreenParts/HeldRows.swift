package enum RowPosition: Hashable, Sendable {
    case following
    /// Sequence numbers: the selected row, the first row on the screen, and the next row at the
    /// time of pausing.
    case held(selected: Int, top: Int, since: Int)
}

/// A log with the newest row at the bottom, either following it or paused. Sequence numbers
/// stay the same when older rows are dropped.
package protocol HeldRows {
    var position: RowPosition { get set }
    var count: Int { get }
    var next: Int { get }
    func sequence(at index: Int) -> Int?
    func index(atOrAfter sequence: Int) -> Int
}

extension HeldRows {
    package var isHeld: Bool { self.position != .following }

    package var newCount: Int {
        guard case .held(_, _, let since) = self.position else { return 0 }
        return self.count - self.index(atOrAfter: since)
    }

    // MARK: The selected row

    package var selectedIndex: Int {
        guard case .held(let selected, _, _) = self.position else { return self.count - 1 }
        return self.index(of: selected)
    }

    /// Falls back to the nearest visible row before it.
    private func index(of sequence: Int) -> Int {
        let index = self.index(atOrAfter: sequence)
        if self.sequence(at: index) == sequence { return index }
        return max(index - 1, 0)
    }

    package var selectedSequence: Int? { self.sequence(at: self.selectedIndex) }

    // MARK: Moving

    package mutating func hold(height: Int) {
        guard !self.isHeld else { return }
        self.select(index: self.count - 1, height: height)
    }

    package mutating func follow() { self.position = .following }

    /// Moving up pauses the log; moving down from the last row resumes following.
    package mutating func move(_ movement: Movement, height: Int) {
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

    package func topIndex(height: Int, unfolded: Int = 0) -> Int {
        let furthest = max(self.count + unfolded - height, 0)
        guard case .held(_, let top, _) = self.position else { return furthest }
        let selected = self.selectedIndex
        let wanted = self.index(atOrAfter: top)
        let least = selected + unfolded - height + 1
        return min(max(wanted, least, 0), min(max(selected, 0), furthest))
    }

    /// Keeps the selection while it is on the screen. Scrolling up pauses the log; reaching the
    /// newest row resumes following.
    package mutating func scroll(rows: Int, height: Int) {
        let furthest = self.count - height
        guard furthest > 0, height > 0 else { return }
        let top = max(self.topIndex(height: height) + rows, 0)
        guard top < furthest else {
            self.follow()
            return
        }
        let index = min(max(self.selectedIndex, top), top + height - 1)
        guard let selected = self.sequence(at: index),
            let first = self.sequence(at: top)
        else { return }
        var since = self.next
        if case .held(_, _, let before) = self.position { since = before }
        self.position = .held(selected: selected, top: first, since: since)
    }

    /// - Returns: whether the row was already selected; `nil` if no row is there.
    package mutating func select(line y: Int, height: Int, unfolded: Int = 0) -> Bool? {
        let top = self.topIndex(height: height, unfolded: unfolded)
        let selected = self.selectedIndex - top
        let isBelow = self.isHeld && y > selected
        let row = isBelow ? max(y - unfolded, selected) : y
        guard y >= 0, y < height, top + row < self.count else { return nil }
        let isAgain = self.isHeld && row == selected
        self.select(index: top + row, height: height)
        return isAgain
    }

    package mutating func select(_ sequence: Int, height: Int) {
        self.select(index: self.index(of: sequence), height: height)
    }

    private mutating func select(index: Int, height: Int) {
        guard let sequence = self.sequence(at: index) else { return }
        var since = self.next
        if case .held(_, _, let before) = self.position { since = before }
        let oldTop = self.topIndex(height: height)
        self.position = .held(selected: sequence, top: sequence, since: since)
        let isVisible = index >= oldTop && index < oldTop + height
        let isNear = index >= oldTop - 1 && index <= oldTop + height
        // A row just beyond the edge scrolls by one; after a jump, the row is in the middle.
        let centered = max(index - height / 2, 0)
        let top =
            isVisible ? oldTop : !isNear ? centered : index < oldTop ? index : index - height + 1
        let first = self.sequence(at: max(top, 0)) ?? sequence
        self.position = .held(selected: sequence, top: first, since: since)
    }
}
