import BuoyTextScreen

/// Keys that have arrived and wait for the dashboard. Ctrl-C overtakes a flood, such as text that
/// was pasted into a terminal without bracketed paste.
struct KeyQueue {
    private var keys: ArraySlice<KeyPress> = []

    /// More waiting keys than a person types ahead; Ctrl-C removes them.
    static let flood = 100

    /// The rest of the input is dropped, except Ctrl-C.
    static let limit = 65_536

    var isEmpty: Bool { self.keys.isEmpty }

    mutating func append(_ keys: [KeyPress]) {
        let room = max(Self.limit - self.keys.count, 0)
        self.keys += keys.prefix(room) + keys.dropFirst(room).filter(Self.isWayOut)
        guard keys.contains(where: Self.isWayOut),
            let last = self.keys.lastIndex(where: Self.isWayOut)
        else { return }
        let front = self.keys[..<last]
        let waysOut = front.filter(Self.isWayOut)
        guard front.count - waysOut.count > Self.flood else { return }
        self.keys = waysOut + self.keys[last...]
    }

    mutating func next(_ count: Int) -> ArraySlice<KeyPress> {
        defer { self.keys = self.keys.dropFirst(count) }
        return self.keys.prefix(count)
    }

    private static func isWayOut(_ key: KeyPress) -> Bool { key == .control("C") }
}
