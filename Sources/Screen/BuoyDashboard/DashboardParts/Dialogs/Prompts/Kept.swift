/// A value that was computed before. What it was computed from determines it, so that states with
/// and without one are equal.
struct Kept<Value: Sendable>: Hashable, Sendable {
    let value: Value?

    init(_ value: Value? = nil) {
        self.value = value
    }

    static func == (one: Self, other: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
