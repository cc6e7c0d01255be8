/// Limits how many values a label has, because a monitoring system keeps a series for each for
/// ever. The first values are kept; all others share one.
package struct BoundedLabels: Sendable {
    /// Stands for all further values. No channel has parentheses in its name.
    package static let rest = "(other)"
    /// Enough for most applications, and cheap for Prometheus.
    static let standardLimit = 100

    private let limit: Int
    private var known: Set<String> = []

    /// - Parameter limit: how many values are kept, at least 0.
    package init(limit: Int = Self.standardLimit) { self.limit = max(0, limit) }

    /// Takes up a value, if there is room.
    ///
    /// - Returns: whether it is kept, now or since earlier.
    @discardableResult
    package mutating func admit(_ value: String) -> Bool {
        if self.known.contains(value) { return true }
        guard self.known.count < self.limit else { return false }
        self.known.insert(value)
        return true
    }

    /// The value, or what stands for it.
    package func label(for value: String) -> String {
        self.known.contains(value) ? value : Self.rest
    }
}
