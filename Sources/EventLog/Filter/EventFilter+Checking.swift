extension EventFilter {
    /// What is wrong with a filter that was not typed in a prompt.
    package struct Fault: Hashable, Sendable {
        /// In characters of the source, counted from 0.
        package let position: Int
        /// A sentence that says what to do.
        package let reason: String
    }

    /// Checks a filter without using it.
    /// - Parameter saved: what `@name` may stand for.
    /// - Returns: the first thing that is wrong; `nil` for a filter that can be used.
    package static func fault(in source: String, saved: [SavedFilter]) -> Fault? {
        do throws(EventFilterError) {
            _ = try EventFilter(source, saved: saved)
            return nil
        } catch {
            return Fault(position: error.position, reason: error.description)
        }
    }
}
