/// Computes how long to wait for each step of a scenario.
///
/// After the machine was suspended, missed steps are not made up for quickly: the scenario
/// continues where it stopped.
struct ScenarioPace: Hashable, Sendable {
    /// When the scenario began, adjusted for suspensions.
    private var start: Duration

    /// - Parameter now: the time since the start of the sandbox, as everywhere here.
    init(startingAt now: Duration) { self.start = now }

    /// The maximum delay that is caught up with.
    static let tolerance = Duration.seconds(2)

    /// How long to wait for a step of the scenario; zero if it is due.
    mutating func wait(for step: Duration, at now: Duration) -> Duration {
        let delay = self.start + step - now
        if delay < .zero - Self.tolerance { self.start -= delay }
        return max(delay, .zero)
    }
}
