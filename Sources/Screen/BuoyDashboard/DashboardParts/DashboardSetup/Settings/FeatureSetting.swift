/// A setting of a feature, which is changed inside the program and kept for the next run.
package enum FeatureSetting: Hashable, Sendable {
    /// A word, which `DashboardSettings` has under this name.
    /// - Parameters:
    ///   - name: in the state file; unique.
    ///   - standard: what it is until it is changed.
    case word(_ name: String, standard: String)
    /// Lines with names, which `DashboardSettings` has under this name. Those that several programs
    /// keep are put together.
    /// - Parameter name: in the state file; unique.
    case lines(_ name: String)
}
