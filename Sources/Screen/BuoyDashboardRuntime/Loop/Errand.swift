/// A task that takes time.
package enum Errand: Sendable {
    /// What is done.
    package typealias Work = @MainActor @Sendable () async -> Void

    /// After everything requested before, and before what is requested next.
    case inOrder(Work)
    /// In parallel.
    case parallel(Work)
}
