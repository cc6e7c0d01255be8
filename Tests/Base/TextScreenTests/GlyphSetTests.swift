import BuoyTextScreen
import Testing

@Suite("Symbols")
struct GlyphSetTests {
    private static let sets: [GlyphSet] = [.unicode, .ascii, .vt]

    @Test("every symbol takes one cell", arguments: sets)
    func widths(set: GlyphSet) {
        for scalar in Self.scalars(of: set) {
            #expect(CharacterWidth.cells(of: scalar) == 1)
        }
    }

    @Test("the ASCII set is ASCII")
    func ascii() {
        #expect(Self.scalars(of: GlyphSet.ascii).allSatisfy { $0.isASCII })
    }

    @Test("no two meanings that can be in one column have the same symbol", arguments: sets)
    func distinct(set: GlyphSet) {
        let (states, strip, marks) = (set.states, set.strip, set.marks)
        let columns: [String: [Unicode.Scalar]] = [
            "the state of a connection": [
                states.initialized, states.connecting, states.connected, states.unavailable,
                states.disconnected, states.failed,
            ],
            "the recent states": [
                strip.connected, strip.connecting, strip.unknown, strip.drop, strip.disconnected,
                strip.failed, strip.now,
            ],
            "a channel, here and in Occupied": [
                marks.subscribed, marks.pending, marks.refused, marks.warning, marks.joined,
                marks.left, marks.ok,
            ],
            "the kind of a channel": [
                marks.privateChannel, marks.presenceChannel, marks.encryptedChannel,
            ],
            "a member": [marks.me, marks.joined, marks.left, marks.member, marks.stale],
            "the margin of a row": [set.selected, marks.marked, marks.change, set.ellipsis],
            "a notice": [marks.member, marks.ok, marks.warning, marks.error],
            "the short legend": [
                marks.subscribed, marks.pending, marks.refused, marks.me, marks.joined,
                marks.left, marks.stale, strip.connected, strip.connecting, strip.drop,
                marks.change, marks.marked,
            ],
        ]
        for (column, symbols) in columns {
            #expect(Set(symbols).count == symbols.count, "\(column): \(symbols)")
        }
        // One meaning has one symbol in all columns.
        #expect(states.connecting == strip.connecting || set.alphabet == .unicode)
        #expect(states.connected == marks.subscribed)
        #expect(Set([states.failed, strip.failed, marks.refused, marks.error]).count == 1)
    }

    @Test("a graph rises with its value, and any number is allowed", arguments: sets)
    func levels(set: GlyphSet) {
        let drawn = (0...20).map { set.level(of: Double($0), highest: 20) }
        let places = drawn.compactMap { set.levels.firstIndex(of: $0) }
        #expect(places.count == drawn.count)
        #expect(places == places.sorted())
        #expect(places.first == 0 && places.last == set.levels.count - 1)
        #expect(set.level(of: .nan, highest: 1) == set.levels.first)
        #expect(set.level(of: 5, highest: 0) == set.levels.first)
        #expect(set.level(of: 99, highest: 1) == set.levels.last)
    }

    /// All scalars of a set, found by reflection so that a new symbol is tested too.
    private static func scalars(of value: Any) -> [Unicode.Scalar] {
        if let scalar = value as? Unicode.Scalar { return [scalar] }
        return Mirror(reflecting: value).children.flatMap { Self.scalars(of: $0.value) }
    }
}
