/// The pairs of event and channel names that a connection has seen, by the names' numbers.
///
/// Pairs are numbered from 0. Their number and search time are limited, as for `NameMemory`.
struct NamePairs: Sendable {
    private struct Pair: Sendable {
        let key: UInt64
        let isOrdinary: Bool
    }

    private var pairs: [Pair] = []
    private(set) var names = NameTable()
    /// A pair's number plus one, at a place that follows from its key; 0 for none.
    private var places: [UInt32] = Array(repeating: 0, count: 64)
    private var latest = 0
    private var latestKey = UInt64.max
    /// The latest pair of each event name: most channels have one event, and most events come on
    /// one channel.
    private var eventPairs: [NamedPair] = []
    private var channelPairs: [NamedPair] = []

    private struct NamedPair: Sendable {
        var name: UInt32
        var pair: UInt32

        static let none = Self(name: .max, pair: 0)
    }

    private static var limit: Int { 65_536 }
    /// Few pairs collide, as the peer chooses only the order of the numbers.
    private static var searchLimit: Int { 16 }

    var isFull: Bool { self.pairs.count >= Self.limit }

    @inline(__always) func isOrdinary(_ number: Int) -> Bool { self.pairs[number].isOrdinary }

    @inline(__always)
    mutating func find(_ event: Int, _ channel: Int) -> Int? {
        let key = Self.key(event, channel)
        // Events of one name often follow each other.
        if key == self.latestKey { return self.latest }
        guard let number = self.latest(event, channel) ?? self.search(key) else { return nil }
        self.latestKey = key
        self.latest = number
        return number
    }

    @inline(__always)
    private func latest(_ event: Int, _ channel: Int) -> Int? {
        if channel < self.channelPairs.count,
            self.channelPairs[channel].name == UInt32(truncatingIfNeeded: event)
        {
            return Int(self.channelPairs[channel].pair)
        }
        if event < self.eventPairs.count,
            self.eventPairs[event].name == UInt32(truncatingIfNeeded: channel)
        {
            return Int(self.eventPairs[event].pair)
        }
        return nil
    }

    @inline(__always)
    private static func key(_ event: Int, _ channel: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: channel) &<< 32 | UInt64(truncatingIfNeeded: event)
    }

    private func search(_ key: UInt64) -> Int? {
        for step in 0..<Self.searchLimit {
            let place = self.places[self.place(key, step)]
            guard place > 0 else { return nil }
            let number = Int(place) &- 1
            if self.pairs[number].key == key { return number }
        }
        return nil
    }

    mutating func add(
        _ event: Int, _ channel: Int, _ names: EventNames, isOrdinary: Bool
    ) -> Int? {
        guard !self.isFull else { return nil }
        // A quarter full, so that a search is short.
        if self.pairs.count * 4 >= self.places.count { self.grow() }
        let number = self.pairs.count
        let key = Self.key(event, channel)
        guard self.note(number, key) else { return nil }
        self.pairs.append(Pair(key: key, isOrdinary: isOrdinary))
        self.names.append(names)
        Self.note(number, of: event, with: channel, in: &self.eventPairs)
        Self.note(number, of: channel, with: event, in: &self.channelPairs)
        return number
    }

    private static func note(
        _ pair: Int, of name: Int, with other: Int, in pairs: inout [NamedPair]
    ) {
        while pairs.count <= name { pairs.append(.none) }
        pairs[name] = NamedPair(
            name: UInt32(truncatingIfNeeded: other), pair: UInt32(truncatingIfNeeded: pair))
    }

    private mutating func note(_ number: Int, _ key: UInt64) -> Bool {
        for step in 0..<Self.searchLimit {
            let place = self.place(key, step)
            guard self.places[place] == 0 else { continue }
            self.places[place] = UInt32(truncatingIfNeeded: number + 1)
            return true
        }
        return false
    }

    private mutating func grow() {
        self.places = Array(repeating: 0, count: self.places.count * 2)
        for number in self.pairs.indices { _ = self.note(number, self.pairs[number].key) }
    }

    @inline(__always)
    private func place(_ key: UInt64, _ step: Int) -> Int {
        let product = key &* 0x9E37_79B9_7F4A_7C15
        let hash = product ^ (product &>> 32)
        return Int(truncatingIfNeeded: hash &+ UInt64(truncatingIfNeeded: step))
            & (self.places.count &- 1)
    }
}
