import DequeModule

/// Sequence numbers of events or other rows, in order. Those of rows that were dropped are skipped
/// until they are removed; the oldest number that is left determines which.
package struct SequenceList: Hashable, Sendable {
    private var numbers: Deque<Int> = []

    /// No numbers.
    package init() {}

    /// Adds a number that is larger than all others.
    package mutating func append(_ sequence: Int) { self.numbers.append(sequence) }

    /// Adds a number that is smaller than all others.
    mutating func prepend(_ sequence: Int) { self.numbers.prepend(sequence) }

    /// Adds a number, or removes it if it is present.
    mutating func toggle(_ sequence: Int) {
        let place = self.place(atOrAfter: sequence)
        if place < self.numbers.count, self.numbers[place] == sequence {
            self.numbers.remove(at: place)
        } else {
            self.numbers.insert(sequence, at: place)
        }
    }

    /// Removes the numbers of events that the ring has dropped.
    package mutating func drop(before first: Int) {
        while let oldest = self.numbers.first, oldest < first { self.numbers.removeFirst() }
    }

    /// Renumbers the list, in the same order, and removes numbers without a new one.
    mutating func renumber(_ numbers: [Int: Int]) {
        self.numbers = Deque(self.numbers.compactMap { numbers[$0] })
    }

    /// Takes the numbers before a given one from an earlier list, and keeps its own from there on.
    mutating func restore(_ earlier: SequenceList, before next: Int) {
        let newer = self.numbers.filter { $0 >= next }
        self.numbers = Deque(earlier.numbers.filter { $0 < next } + newer)
    }

    /// Empties the list.
    package mutating func removeAll() { self.numbers = [] }

    // MARK: Reading

    /// Those that are not below a number, in order.
    func numbers(from first: Int) -> [Int] { self.numbers.filter { $0 >= first } }

    /// The number of elements.
    package func count(from first: Int) -> Int { self.numbers.count - self.dropped(before: first) }

    /// The number at an index; `nil` if the index is out of range.
    package func number(at index: Int, from first: Int) -> Int? {
        let place = index + self.dropped(before: first)
        return index >= 0 && place < self.numbers.count ? self.numbers[place] : nil
    }

    /// The index of the first number at or after another; the count if there isn't one.
    package func index(atOrAfter sequence: Int, from first: Int) -> Int {
        max(self.place(atOrAfter: sequence) - self.dropped(before: first), 0)
    }

    /// Whether a number is in the list.
    func contains(_ sequence: Int) -> Bool {
        let place = self.place(atOrAfter: sequence)
        return place < self.numbers.count && self.numbers[place] == sequence
    }

    private func dropped(before first: Int) -> Int {
        guard let oldest = self.numbers.first, oldest < first else { return 0 }
        return self.place(atOrAfter: first)
    }

    private func place(atOrAfter sequence: Int) -> Int {
        var (low, high) = (0, self.numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if self.numbers[middle] < sequence { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
