import DequeModule

/// In order. Numbers of rows that were dropped are skipped until they are removed; the oldest
/// number that is left determines which.
package struct SequenceList: Hashable, Sendable {
    private var numbers: Deque<Int> = []

    package init() {}

    /// Must be larger than all others.
    package mutating func append(_ sequence: Int) { self.numbers.append(sequence) }

    /// Must be smaller than all others.
    mutating func prepend(_ sequence: Int) { self.numbers.prepend(sequence) }

    mutating func toggle(_ sequence: Int) {
        let place = self.place(atOrAfter: sequence)
        if place < self.numbers.count, self.numbers[place] == sequence {
            self.numbers.remove(at: place)
        } else {
            self.numbers.insert(sequence, at: place)
        }
    }

    package mutating func drop(before first: Int) {
        while let oldest = self.numbers.first, oldest < first { self.numbers.removeFirst() }
    }

    mutating func renumber(_ numbers: [Int: Int]) {
        self.numbers = Deque(self.numbers.compactMap { numbers[$0] })
    }

    mutating func restore(_ earlier: SequenceList, before next: Int) {
        let newer = self.numbers.filter { $0 >= next }
        self.numbers = Deque(earlier.numbers.filter { $0 < next } + newer)
    }

    mutating func remove(_ sequences: Set<Int>) {
        self.numbers.removeAll { sequences.contains($0) }
    }

    package mutating func removeAll() { self.numbers = [] }

    func numbers(from first: Int) -> [Int] { self.numbers.filter { $0 >= first } }

    package func count(from first: Int) -> Int { self.numbers.count - self.dropped(before: first) }

    package func number(at index: Int, from first: Int) -> Int? {
        let place = index + self.dropped(before: first)
        return index >= 0 && place < self.numbers.count ? self.numbers[place] : nil
    }

    package func index(atOrAfter sequence: Int, from first: Int) -> Int {
        max(self.place(atOrAfter: sequence) - self.dropped(before: first), 0)
    }

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
