package import ChannelsProtocol

/// The newest events, limited by their number and memory. An event's sequence number does not
/// change when older ones are dropped.
///
/// The events are kept in blocks, packed: a block is dropped with its last event.
package struct EventRing: Hashable, Sendable {
    private var blocks: [EventBlock] = []
    let limit: Int
    let byteLimit: Int
    /// Equal to `next` if there are no events.
    package private(set) var first = 0
    /// Also the number of events ever added.
    package private(set) var next = 0
    /// The two blocks at the ends may take up to 0.1 MiB more.
    package private(set) var bytes = 0

    package init(limit: Int, byteLimit: Int) {
        self.limit = max(limit, 1)
        self.byteLimit = max(byteLimit, 1)
    }

    package var count: Int { self.next - self.first }
    var isEmpty: Bool { self.count == 0 }
    package var last: Int? { self.isEmpty ? nil : self.next - 1 }

    package subscript(sequence: Int) -> ClientReport? {
        guard sequence >= self.first, sequence < self.next else { return nil }
        return self.blocks[self.block(of: sequence)].event(sequence)
    }

    /// By the number that the client gave the report; `nil` if it is not kept.
    func sequence(ofReport number: Int) -> Int? {
        var (low, high) = (self.first, self.next)
        while low < high {
            let middle = low + (high - low) / 2
            guard let event = self[middle] else { return nil }
            if event.number < number { low = middle + 1 } else { high = middle }
        }
        return self[low]?.number == number ? low : nil
    }

    /// Numbering continues.
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

    /// Renumbers the kept events, up to the number of the next event.
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

    /// Drops older events to make room; the newest is kept whatever its size.
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

    package mutating func shrink(to bytes: Int) {
        while self.bytes > bytes, self.count > 1 { self.dropFirst() }
    }

    private mutating func dropFirst() {
        self.bytes -= self.blocks[0].size(of: self.first)
        self.first += 1
        if self.blocks[0].next <= self.first { self.blocks.removeFirst() }
    }

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
