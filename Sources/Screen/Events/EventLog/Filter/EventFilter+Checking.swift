extension EventFilter {
    /// An error in a filter that was not typed in a prompt.
    package struct Fault: Hashable, Sendable {
        /// The position in the source, in characters counted from 0.
        package let position: Int
        /// A sentence that says what to do.
        package let reason: String
    }

    /// Checks a filter without using it.
    /// - Parameter saved: the saved filters for `@name`.
    /// - Returns: the first error; `nil` for a valid filter.
    package static func fault(in source: String, saved: [SavedFilter]) -> Fault? {
        do throws(EventFilterError) {
            _ = try EventFilter(source, saved: saved)
            return nil
        } catch {
            return Fault(position: error.position, reason: error.description)
        }
    }
}
