import ChannelsProtocol

/// A heap of times with four children each; what is due at the same time comes in the order in
/// which it was added. Elements stay where they are, because moving them is slow in a large herd.
struct Agenda<Element> {
    private struct Key {
        /// In units of 2³⁰ attoseconds, about a nanosecond. They compare faster than durations, and
        /// need no division.
        let time: Int64
        /// Wraps around: only numbers at the same time are compared.
        let number: UInt32
        let slot: UInt32

        static func < (left: Key, right: Key) -> Bool {
            left.time == right.time
                ? Int32(bitPattern: left.number &- right.number) < 0 : left.time < right.time
        }
    }

    private var heap: [Key] = []
    private var elements: [(time: Duration, element: Element)?] = []
    private var freeSlots: [UInt32] = []
    private var count: UInt32 = 0

    mutating func add(_ element: Element, at time: Duration) {
        let key = Key(
            time: Int64(truncatingIfNeeded: time.attoseconds >> 30), number: self.count,
            slot: self.store((time, element)))
        self.count &+= 1
        self.heap.append(key)
        var child = self.heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 4
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
        return self.elements[Int(first.slot)].take()
    }

    private mutating func sink(_ key: Key) {
        self.heap.withUnsafeMutableBufferPointer { heap in
            var parent = 0
            while 4 * parent + 1 < heap.count {
                var child = 4 * parent + 1
                for other in child + 1..<max(min(child + 4, heap.count), child + 1)
                where heap[other] < heap[child] { child = other }
                guard heap[child] < key else { break }
                heap[parent] = heap[child]
                parent = child
            }
            heap[parent] = key
        }
    }

    private mutating func store(_ element: (time: Duration, element: Element)) -> UInt32 {
        guard let slot = self.freeSlots.popLast() else {
            self.elements.append(element)
            return UInt32(truncatingIfNeeded: self.elements.count - 1)
        }
        self.elements[Int(slot)] = element
        return slot
    }
}
