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

    @Test(
        "no two states of the connection, and no two of a channel, look the same", arguments: sets)
    func distinct(set: GlyphSet) {
        let states = set.states
        let connection = [
            states.initialized, states.connecting, states.connected,
            states.unavailable, states.disconnected, states.failed,
        ]
        #expect(Set(connection).count == connection.count)
        let strip = [
            set.strip.connected, set.strip.connecting, set.strip.drop,
            set.strip.disconnected, set.strip.failed,
        ]
        #expect(Set(strip).count == strip.count)
        let members = [
            set.marks.me, set.marks.joined, set.marks.left, set.marks.member, set.marks.stale,
        ]
        #expect(Set(members).count == members.count)
        #expect(Set([set.marks.subscribed, set.marks.pending, set.marks.refused]).count == 3)
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
