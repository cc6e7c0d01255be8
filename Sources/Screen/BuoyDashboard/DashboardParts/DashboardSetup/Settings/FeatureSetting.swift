package enum FeatureSetting: Hashable, Sendable {
    /// - Parameter name: in the state file and `DashboardSettings`; unique.
    case word(_ name: String, standard: String)
    /// Lines that several programs keep are put together.
    /// - Parameter name: in the state file and `DashboardSettings`; unique.
    case lines(_ name: String)
}
