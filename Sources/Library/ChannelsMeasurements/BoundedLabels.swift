/// Limits the values of a label, because a monitoring system keeps a series for each for ever.
/// The first values are kept; all others share one.
package struct BoundedLabels: Sendable {
    /// No channel has parentheses in its name.
    package static let rest = "(other)"
    static let standardLimit = 100

    private let limit: Int
    private var known: Set<String> = []

    package init(limit: Int = Self.standardLimit) { self.limit = max(0, limit) }

    @discardableResult
    package mutating func admit(_ value: String) -> Bool {
        if self.known.contains(value) { return true }
        guard self.known.count < self.limit else { return false }
        self.known.insert(value)
        return true
    }

    package func label(for value: String) -> String {
        self.known.contains(value) ? value : Self.rest
    }
}
