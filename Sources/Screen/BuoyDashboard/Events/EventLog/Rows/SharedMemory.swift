/// Several logs share one limit: the oldest of the largest ones goes first.
package struct SharedMemory: Hashable, Sendable {
    let bytes: Int
    let limit: Int

    package init(bytes: Int, limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    /// The size that no log may exceed so that all fit; `nil` if they fit as they are. Only the
    /// largest ones give something up.
    package static func level(of sizes: [Int], limit: Int) -> Int? {
        let sizes = sizes.map { max($0, 0) }.sorted()
        guard sizes.reduce(0, +) > limit else { return nil }
        var left = max(limit, 0)
        for (index, size) in sizes.enumerated() {
            let share = left / (sizes.count - index)
            guard size < share else { return share }
            left -= size
        }
        return nil
    }
}
