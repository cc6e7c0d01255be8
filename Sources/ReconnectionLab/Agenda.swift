/// What is to happen, earliest first; what is due at the same time, in the order in which it was
/// added. A binary heap.
struct Agenda<Element> {
    private struct Entry {
        let time: Duration
        let number: Int
        let element: Element

        static func < (left: Entry, right: Entry) -> Bool {
            (left.time, left.number) < (right.time, right.number)
        }
    }

    private var heap: [Entry] = []
    private var count = 0

    mutating func add(_ element: Element, at time: Duration) {
        self.heap.append(Entry(time: time, number: self.count, element: element))
        self.count += 1
        var child = self.heap.count - 1
        while child > 0, self.heap[child] < self.heap[(child - 1) / 2] {
            self.heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes and returns what is next; `nil` if nothing is.
    mutating func next() -> (time: Duration, element: Element)? {
        guard let last = self.heap.popLast() else { return nil }
        guard let first = self.heap.first else { return (last.time, last.element) }
        self.heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < self.heap.count && self.heap[child] < self.heap[least] {
                least = child
            }
            guard least != parent else { return (first.time, first.element) }
            self.heap.swapAt(parent, least)
            parent = least
        }
    }
}
