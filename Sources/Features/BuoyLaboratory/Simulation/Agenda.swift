import ChannelsProtocol

/// A binary heap of times; what is due at the same time comes in the order in which it was
/// added. Elements stay where they are, because moving them is slow in a large herd.
struct Agenda<Element> {
    private struct Key {
        /// In units of 2³⁰ attoseconds, about a nanosecond. They compare faster than durations, and
        /// need no division.
        let time: Int64
        let number: Int
        let slot: Int

        static func < (left: Key, right: Key) -> Bool {
            left.time == right.time ? left.number < right.number : left.time < right.time
        }
    }

    private var heap: [Key] = []
    private var elements: [(time: Duration, element: Element)?] = []
    private var freeSlots: [Int] = []
    private var count = 0

    mutating func add(_ element: Element, at time: Duration) {
        let key = Key(
            time: Int64(truncatingIfNeeded: time.attoseconds >> 30), number: self.count,
            slot: self.store((time, element)))
        self.count += 1
        self.heap.append(key)
        var child = self.heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard key < self.heap[parent] else { break }
            self.heap[child] = self.heap[parent]
            child = parent
        }
        self.heap[child] = key
    }

    mutating func next() -> (time: Duration, element: Element)? {
        guard let last = self.heap.popLast() else { return nil }
        let first = self.heap.first ?? last
        if !self.heap.isEmpty { self.sink(last) }
        self.freeSlots.append(first.slot)
        return self.elements[first.slot].take()
    }

    private mutating func sink(_ key: Key) {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < self.heap.count else { break }
            if child + 1 < self.heap.count, self.heap[child + 1] < self.heap[child] { child += 1 }
            guard self.heap[child] < key else { break }
            self.heap[parent] = self.heap[child]
            parent = child
        }
        self.heap[parent] = key
    }

    private mutating func store(_ element: (time: Duration, element: Element)) -> Int {
        guard let slot = self.freeSlots.popLast() else {
            self.elements.append(element)
            return self.elements.count - 1
        }
        self.elements[slot] = element
        return slot
    }
}
