/// Tries with longer and longer time limits: on a busy machine, a short one may pass before the
/// attempt gets as far as a test wants.
///
/// - Parameter isFarEnough: whether an outcome is the one that is tested.
func withGrowingLimit<Outcome>(
    until isFarEnough: (Outcome) -> Bool, _ attempt: (Duration) async throws -> Outcome
) async rethrows -> Outcome {
    var limit = Duration.milliseconds(200)
    while true {
        let outcome = try await attempt(limit)
        if isFarEnough(outcome) || limit > .seconds(20) { return outcome }
        limit *= 2
    }
}
