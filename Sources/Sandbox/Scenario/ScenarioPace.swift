/// Says how long to wait for each step of a scenario.
///
/// After the machine has slept, what was due meanwhile is not rushed through: the story goes on
/// where it stopped.
struct ScenarioPace: Hashable, Sendable {
    /// When the story began, or would have begun had it never been held up.
    private var start: Duration

    /// - Parameter now: the time since the start of the sandbox, as for everything here.
    init(startingAt now: Duration) { self.start = now }

    /// How much lateness is caught up with.
    static let tolerance = Duration.seconds(2)

    /// How long to wait at a time for a step of the story; nothing when it is due.
    mutating func wait(for step: Duration, at now: Duration) -> Duration {
        let delay = self.start + step - now
        if delay < .zero - Self.tolerance { self.start -= delay }
        return max(delay, .zero)
    }
}
