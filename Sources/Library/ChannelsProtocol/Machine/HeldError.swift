/// A `pusher:error` with a code that ends connections, 4000 to 4299, until the server closes: the
/// error then belongs to the end, and is not reported apart. If anything else follows, or nothing
/// for a few seconds, it is reported as a problem.
struct HeldError: Hashable, Sendable {
    private var problem: ReportedProblem?
    private var timers = 0

    /// The last message was an error: takes its report back, if that is the last of the actions.
    mutating func hold(_ error: ServerError, in actions: inout [ClientAction]) {
        guard let code = error.code, (4000..<4300).contains(code),
            case .publish(.problem(let problem))? = actions.last,
            problem.kind == .serverError(code: code)
        else { return }
        actions.removeLast()
        self.problem = problem
        self.timers += 1
        actions.append(
            .startTimer(
                TimerID(.serverError, self.timers), after: ErrorBeforeClose.longestTimeToClose))
    }

    /// Something else happened.
    mutating func release(into actions: inout [ClientAction]) {
        guard let problem = self.problem else { return }
        self.problem = nil
        actions.append(.publish(.problem(problem)))
    }

    mutating func disconnected(_ end: ConnectionEnd?, into actions: inout [ClientAction]) {
        if end?.serverError != nil { self.problem = nil }
        self.release(into: &actions)
    }

    mutating func timerFired(_ timer: TimerID) -> [ClientAction] {
        var actions: [ClientAction] = []
        if timer == TimerID(.serverError, self.timers) { self.release(into: &actions) }
        return actions
    }
}
