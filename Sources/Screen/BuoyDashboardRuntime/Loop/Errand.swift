package enum Errand: Sendable {
    package typealias Work = @MainActor @Sendable () async -> Void

    /// After everything requested before, and before what is requested next.
    case inOrder(Work)
    case parallel(Work)
}
