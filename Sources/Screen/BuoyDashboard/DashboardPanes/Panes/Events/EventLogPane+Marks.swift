import BuoyTextScreen

extension EventLogPane {
    mutating func toggleMark() {
        if let sequence = self.selectedSequence { self.marks.toggle(sequence) }
    }

    var markCount: Int { self.marks.ownCount(in: self.ring) }

    @discardableResult
    mutating func removeMarks() -> EventMarks {
        let marks = self.marks
        self.marks.removeOwn()
        return marks
    }

    mutating func restore(_ marks: EventMarks) {
        let first = self.ring.first
        for sequence in marks.ownNumbers(from: first) where !self.marks.isMarked(sequence) {
            self.marks.toggle(sequence)
        }
    }

    /// - Returns: whether there is one; and if not, whether the filter hides one.
    mutating func jump(
        to target: EventMarks.Target, _ direction: EventSearch.Direction, height: Int
    ) -> (isFound: Bool, isHidden: Bool) {
        let here = self.isHeld ? self.selectedSequence ?? self.ring.next : self.ring.next
        let start = direction == .up ? here - 1 : here + 1
        let answer = self.marks.next(
            target, direction, from: start, in: self.view, of: self.ring)
        if let sequence = answer.sequence { self.rows.select(sequence, height: height) }
        return (answer.sequence != nil, answer.isHidden)
    }
}
