package import ChannelsProtocol

/// The newest events, limited by their number and memory. Each event has a sequence number, which
/// does not change when older ones are dropped.
///
/// The events are kept in blocks, packed: a block is dropped with its last event.
package struct EventRing: Hashable, Sendable {
    private var blocks: [EventBlock] = []
    /// The maximum number of events.
    let limit: Int
    /// The maximum size of the events, in bytes.
    let byteLimit: Int
    /// The number of the oldest event; equal to `next` if there isn't one.
    package private(set) var first = 0
    /// The number of the next event, which is also the number of events ever added.
    package private(set) var next = 0
    /// The memory of the events, in bytes; of the two blocks at the ends up to 0.1 MiB more.
    package private(set) var bytes = 0

    /// Creates an empty ring with these limits.
    package init(limit: Int, byteLimit: Int) {
        self.limit = max(limit, 1)
        self.byteLimit = max(byteLimit, 1)
    }

    /// The number of events.
    package var count: Int { self.next - self.first }
    /// Whether there are no events.
    var isEmpty: Bool { self.count == 0 }
    /// The number of the newest event.
    package var last: Int? { self.isEmpty ? nil : self.next - 1 }

    /// The event with a sequence number; `nil` if it was dropped or does not exist yet.
    package subscript(sequence: Int) -> ClientReport? {
        guard sequence >= self.first, sequence < self.next else { return nil }
        return self.blocks[self.block(of: sequence)].event(sequence)
    }

    /// The sequence number of the report that the client gave this number; `nil` if it is not kept.
    func sequence(ofReport number: Int) -> Int? {
        var (low, high) = (self.first, self.next)
        while low < high {
            let middle = low + (high - low) / 2
            guard let event = self[middle] else { return nil }
            if event.number < number { low = middle + 1 } else { high = middle }
        }
        return self[low]?.number == number ? low : nil
    }

    /// Removes all events; numbering continues.
    package mutating func removeAll() {
        self.first = self.next
        self.blocks = []
        self.bytes = 0
    }

    /// Inserts the events of an earlier ring before those added since, with their previous numbers.
    package mutating func restore(_ earlier: EventRing) {
        // Otherwise the events added since have filled the ring, so no earlier one would be kept.
        guard self.first <= earlier.next else { return }
        var restored = earlier
        for sequence in max(earlier.next, self.first)..<max(self.next, earlier.next) {
            if let event = self[sequence] { restored.append(event) }
        }
        self = restored
    }

    /// Keeps only the matching events. They are renumbered, up to the number of the next event.
    ///
    /// - Returns: the new number of each kept event, by its previous one.
    package mutating func keep(where isKept: (ClientReport) -> Bool) -> [Int: Int] {
        let kept = (self.first..<self.next).filter { self[$0].map(isKept) ?? false }
        var ring = EventRing(limit: self.limit, byteLimit: self.byteLimit)
        ring.first = self.next - kept.count
        ring.next = ring.first
        var numbers: [Int: Int] = [:]
        for sequence in kept {
            numbers[sequence] = ring.next
            if let event = self[sequence] { ring.append(event) }
        }
        self = ring
        return numbers
    }

    /// Adds an event. Older ones are dropped to make room; the newest is kept whatever its size.
    package mutating func append(_ event: ClientReport) {
        if self.blocks.last?.hasRoom(for: event) != true {
            if !self.blocks.isEmpty { self.blocks[self.blocks.count - 1].close() }
            self.blocks.append(EventBlock(first: self.next, for: event))
        }
        self.bytes += self.blocks[self.blocks.count - 1].append(event)
        self.next += 1
        while self.count > self.limit || (self.bytes > self.byteLimit && self.count > 1) {
            self.dropFirst()
        }
    }

    /// Drops the oldest events until the others take so many bytes; the newest is kept whatever its
    /// size.
    package mutating func shrink(to bytes: Int) {
        while self.bytes > bytes, self.count > 1 { self.dropFirst() }
    }

    private mutating func dropFirst() {
        self.bytes -= self.blocks[0].size(of: self.first)
        self.first += 1
        if self.blocks[0].next <= self.first { self.blocks.removeFirst() }
    }

    /// The index of the block with an event; the numbers of the blocks ascend.
    private func block(of sequence: Int) -> Int {
        var low = 0
        var high = self.blocks.count
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if self.blocks[middle].first <= sequence { low = middle } else { high = middle }
        }
        return low
    }

    package static func == (left: EventRing, right: EventRing) -> Bool {
        left.limit == right.limit && left.byteLimit == right.byteLimit
            && left.first == right.first && left.next == right.next
            && (left.blocks.elementsEqual(right.blocks) { $0.isCopy(of: $1) }
                || (left.first..<left.next).allSatisfy { left[$0] == right[$0] })
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(self.first)
        hasher.combine(self.next)
    }
}
