/// A connection's names by their bytes, so that another event of a name needs no new `String`.
///
/// Names are numbered from 0. The peer chooses them, so their number, length and search time
/// are limited: a name beyond the limits is not remembered.
struct NameMemory<Name: Sendable>: Sendable {
    /// Apart from the names, so that many entries fit into the processor's cache.
    private struct Entry: Sendable {
        var hash: UInt64
        var start: UInt32
        var count: UInt32
    }

    private var names: [Name] = []
    private var entries: [Entry] = []
    private var bytes: [UInt8] = []
    /// A name's number plus one, at a place that follows from its hash; 0 for none.
    private var places: [UInt32]
    private var latest = 0
    private var latestBytes = 0..<0

    private static var countLimit: Int { 16_384 }
    /// In bytes; servers allow 200 characters.
    private static var lengthLimit: Int { 256 }
    /// Far fewer places suffice, unless the peer chooses names whose hashes collide.
    private static var searchLimit: Int { 16 }

    init() { self.places = Array(repeating: 0, count: 64) }

    var isFull: Bool { self.entries.count >= Self.countLimit }

    subscript(number: Int) -> Name { self.names[number] }

    /// Adds an unknown name; `nil` if it cannot be remembered.
    /// - Parameter bytes: equal bytes are equal names.
    @inline(__always)
    mutating func find(
        _ bytes: UnsafeBufferPointer<UInt8>, make: (UnsafeBufferPointer<UInt8>) -> Name
    ) -> Int? {
        // Events of one name often follow each other.
        if self.latestBytes.count == bytes.count, !self.entries.isEmpty,
            self.areSame(bytes, self.latestBytes.lowerBound)
        {
            return self.latest
        }
        guard let number = self.search(bytes, make: make) else { return nil }
        self.latest = number
        let start = Int(self.entries[number].start)
        self.latestBytes = start..<(start &+ bytes.count)
        return number
    }

    private mutating func search(
        _ bytes: UnsafeBufferPointer<UInt8>, make: (UnsafeBufferPointer<UInt8>) -> Name
    ) -> Int? {
        guard bytes.count <= Self.lengthLimit else { return nil }
        let hash = ByteHash.of(bytes)
        for step in 0..<Self.searchLimit {
            let place = self.place(hash, step)
            guard self.places[place] > 0 else {
                return self.add(bytes, hash, at: place, make: make)
            }
            let number = Int(self.places[place]) &- 1
            let entry = self.entries[number]
            if entry.hash == hash, Int(entry.count) == bytes.count,
                self.areSame(bytes, Int(entry.start))
            {
                return number
            }
        }
        return nil
    }

    private mutating func add(
        _ bytes: UnsafeBufferPointer<UInt8>, _ hash: UInt64, at place: Int,
        make: (UnsafeBufferPointer<UInt8>) -> Name
    ) -> Int? {
        guard !self.isFull else { return nil }
        let number = self.entries.count
        self.entries.append(
            Entry(hash: hash, start: UInt32(self.bytes.count), count: UInt32(bytes.count)))
        self.names.append(make(bytes))
        self.bytes.append(contentsOf: bytes)
        self.places[place] = UInt32(number + 1)
        // A quarter full, so that a search is short.
        if self.entries.count * 4 > self.places.count { self.grow() }
        return number
    }

    private mutating func grow() {
        self.places = Array(repeating: 0, count: self.places.count * 2)
        for (number, entry) in self.entries.enumerated() {
            for step in 0..<Self.searchLimit where self.places[self.place(entry.hash, step)] == 0 {
                self.places[self.place(entry.hash, step)] = UInt32(number + 1)
                break
            }
        }
    }

    private func place(_ hash: UInt64, _ step: Int) -> Int {
        Int(truncatingIfNeeded: hash &+ UInt64(truncatingIfNeeded: step))
            & (self.places.count &- 1)
    }

    @inline(__always)
    private func areSame(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
        self.bytes.withUnsafeBufferPointer { known in
            UnsafeBufferPointer(rebasing: known[start..<(start &+ bytes.count)])
                .hasSameBytes(as: bytes)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    @inline(__always)
    func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard self.count == other.count else { return false }
        let mine = UnsafeRawBufferPointer(self)
        let theirs = UnsafeRawBufferPointer(other)
        guard mine.count >= 8 else { return mine.hasSameFewBytes(as: theirs) }
        var offset = 0
        while offset &+ 8 < mine.count {
            guard mine.word(at: offset) == theirs.word(at: offset) else { return false }
            offset &+= 8
        }
        // The last word overlaps the one before.
        return mine.word(at: mine.count &- 8) == theirs.word(at: mine.count &- 8)
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    fileprivate func hasSameFewBytes(as other: UnsafeRawBufferPointer) -> Bool {
        if self.count >= 4 {
            let last = self.count &- 4
            return self.loadUnaligned(as: UInt32.self) == other.loadUnaligned(as: UInt32.self)
                && self.loadUnaligned(fromByteOffset: last, as: UInt32.self)
                    == other.loadUnaligned(fromByteOffset: last, as: UInt32.self)
        }
        for index in 0..<self.count where self[index] != other[index] { return false }
        return true
    }
}
