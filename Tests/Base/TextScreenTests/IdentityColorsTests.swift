import BuoyTextScreen
import Testing

@Suite("Colours of channels and members")
struct IdentityColorsTests {
    /// Names that have the same colour by their hashes.
    private static let names = Array(
        (0..<200).map { "u\($0)" }.filter { Role.accent(for: $0.utf8) == .accent2 }.prefix(7))

    @Test("a name has its own colour, whoever came before it")
    func stable() {
        let names = (0..<60).map { "room-\($0)" }
        for name in names {
            var alone = IdentityColors()
            alone.add(name)
            #expect(alone.role(of: name) == Role.accent(for: name.utf8))
            #expect(alone.role(of: name) == IdentityColors().role(of: name))
        }
        // Six whose own colours differ have them in any order.
        var six: [String] = []
        for name in names where !six.contains(where: Self.hasColor(of: name)) { six.append(name) }
        for order in [six, six.reversed()] {
            var colors = IdentityColors()
            colors.set(order)
            #expect(six.allSatisfy { colors.role(of: $0) == Role.accent(for: $0.utf8) })
        }
    }

    private static func hasColor(of name: String) -> (String) -> Bool {
        { Role.accent(for: $0.utf8) == Role.accent(for: name.utf8) }
    }

    @Test("six names have six colours, whatever their hashes, and keep them")
    func distinct() {
        let names = Self.names
        var colors = IdentityColors()
        colors.set(Array(names.prefix(6)))
        let roles = names.prefix(6).map { colors.role(of: $0) }
        #expect(roles.first == .accent2 && Set(roles).count == 6)
        colors.set(Array(names[1...6]))
        #expect(names[1...5].map { colors.role(of: $0) } == Array(roles[1...5]))
        #expect(colors.role(of: names[6]) == .accent2)
        colors.add(names[0])
        #expect(colors.role(of: names[0]) == .accent2)
    }

    @Test("a name that is removed twice or was never added changes nothing")
    func removing() {
        var colors = IdentityColors()
        colors.remove("nobody")
        colors.add(Self.names[0])
        colors.remove(Self.names[0])
        colors.remove(Self.names[0])
        colors.add(Self.names[1])
        #expect(colors.role(of: Self.names[1]) == .accent2)
    }
}
