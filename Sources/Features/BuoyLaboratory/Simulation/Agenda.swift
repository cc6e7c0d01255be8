import ChannelsProtocol

/// Events sorted by time. Events at the same time keep the order in which they were added.
///
/// Only the next events are sorted, in a heap that fits into the CPU cache. Later events are in
/// unsorted lists, one for about every millisecond.
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

    /// An element of a list: its key, and the slot of the next one plus one; 0 at the end.
    private struct Link {
        let key: Key
        let next: UInt32
    }

    private var soon: [Key] = []
    /// The list whose elements are in the heap, with those of all lists before it.
    private var current = 0
    /// For each list, the slot of its latest element plus one.
    private var lists: [UInt32]
    private let shift: Int64
    private let end: Int64
    /// Elements stay where they are, because moving them is slow in a large herd.
    private var elements: [(time: Duration, element: Element)?] = []
    private var links: [Link] = []
    private var freeSlots: [UInt32] = []
    private var count: UInt32 = 0

    /// - Parameter end: later events are dropped.
    init(until end: Duration) {
        self.end = Self.units(end)
        // A million lists at most.
        self.shift = max(20, Int64(Int64.bitWidth - self.end.leadingZeroBitCount - 20))
        self.lists = [UInt32](repeating: 0, count: Int(self.end >> self.shift) + 1)
    }

    private static func units(_ time: Duration) -> Int64 {
        Int64(truncatingIfNeeded: time.attoseconds >> 30)
    }

    mutating func add(_ element: Element, at time: Duration) {
        let units = Self.units(time)
        guard units <= self.end else { return }
        let slot = self.freeSlots.popLast() ?? UInt32(truncatingIfNeeded: self.elements.count)
        let key = Key(time: units, number: self.count, slot: slot)
        self.count &+= 1
        let list = Int(max(units, 0) >> self.shift)
        let isSoon = list <= self.current
        let link = Link(key: key, next: isSoon ? 0 : self.lists[list])
        if Int(slot) == self.elements.count {
            self.elements.append((time, element))
            self.links.append(link)
        } else {
            self.elements[Int(slot)] = (time, element)
            self.links[Int(slot)] = link
        }
        if isSoon { self.rise(key) } else { self.lists[list] = slot + 1 }
    }

    mutating func next() -> (time: Duration, element: Element)? {
        while self.soon.isEmpty {
            guard self.current + 1 < self.lists.count else { return nil }
            self.current += 1
            var slot = self.lists[self.current]
            while slot > 0 {
                let link = self.links[Int(slot - 1)]
                self.rise(link.key)
                slot = link.next
            }
        }
        guard let last = self.soon.popLast() else { return nil }
        let first = self.soon.first ?? last
        if !self.soon.isEmpty { self.sink(last) }
        self.freeSlots.append(first.slot)
        return self.elements[Int(first.slot)].take()
    }

    private mutating func rise(_ key: Key) {
        self.soon.append(key)
        var child = self.soon.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard key < self.soon[parent] else { break }
            self.soon[child] = self.soon[parent]
            child = parent
        }
        self.soon[child] = key
    }

    private mutating func sink(_ key: Key) {
        var parent = 0
        while 2 * parent + 1 < self.soon.count {
            var child = 2 * parent + 1
            if child + 1 < self.soon.count, self.soon[child + 1] < self.soon[child] { child += 1 }
            guard self.soon[child] < key else { break }
            self.soon[parent] = self.soon[child]
            parent = child
        }
        self.soon[parent] = key
    }
}
