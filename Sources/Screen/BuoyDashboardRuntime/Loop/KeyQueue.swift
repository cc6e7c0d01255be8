import BuoyTextScreen

/// Keys that have arrived and wait for the dashboard. Ctrl-C overtakes a flood, such as text that
/// was pasted into a terminal without bracketed paste.
struct KeyQueue {
    private var keys: ArraySlice<KeyPress> = []
    private var size = 0

    /// More waiting keys than a person types ahead; Ctrl-C removes them.
    static let flood = 100

    /// Keys, and bytes of pasted text.
    static let limit = 262_144

    /// Whether further input should wait in the terminal.
    var isFull: Bool { self.size >= Self.limit }

    var isEmpty: Bool { self.keys.isEmpty }

    mutating func append(_ keys: [KeyPress]) {
        self.keys += keys
        self.size += Self.size(of: keys)
        guard keys.contains(where: Self.isWayOut),
            let last = self.keys.lastIndex(where: Self.isWayOut)
        else { return }
        let front = self.keys[..<last]
        let waysOut = front.filter(Self.isWayOut)
        guard front.count - waysOut.count > Self.flood else { return }
        self.keys = waysOut + self.keys[last...]
        self.size = Self.size(of: self.keys)
    }

    mutating func next(_ count: Int) -> ArraySlice<KeyPress> {
        let keys = self.keys.prefix(count)
        self.keys = self.keys.dropFirst(count)
        self.size -= Self.size(of: keys)
        return keys
    }

    /// The next keys as one text, if they are characters and more than a person types ahead: text
    /// that was pasted into a terminal without bracketed paste. A key that repeats is none.
    mutating func nextText() -> KeyPress? {
        var text = String.UnicodeScalarView()
        for key in self.keys.prefix(Self.longestText) {
            guard case .character(let scalar) = key else { break }
            text.append(scalar)
        }
        let isRepeated = text.allSatisfy { $0 == text.first }
        guard text.count > (isRepeated ? Self.longestRepetition : Self.flood) else { return nil }
        _ = self.next(text.count)
        return .paste(Array(String(text).utf8))
    }

    private static let longestText = 16_384
    private static let longestRepetition = 1000

    private static func size(of keys: some Sequence<KeyPress>) -> Int {
        keys.reduce(0) { sum, key in
            guard case .paste(let bytes) = key else { return sum + 1 }
            return sum + 1 + bytes.count
        }
    }

    private static func isWayOut(_ key: KeyPress) -> Bool { key == .control("C") }
}
