import Analysis
import TextScreen

/// The result of a measurement or a comparison, which is shown in a box until it is closed.
struct ResultBox: Hashable, Sendable {
    let title: SafeText
    let figures: [Action.Figure]
    /// Whether it is about members, who may be others after a loss of the connection.
    var isOfMembers = false

    init(_ title: SafeText, _ figures: [Action.Figure]) {
        self.title = title
        self.figures = figures
    }

    private init(_ title: SafeText, _ figures: [(name: String, value: String)]) {
        self.title = title
        self.figures = figures.map { Action.Figure($0.name, $0.value) }
    }

    init(_ result: ProbeResult, isOver: Bool) {
        self.init(isOver ? "Probe" : "Probe is running", result.figures)
    }

    /// - Parameter clock: when they were compared, as a time of day.
    init(_ comparison: MemberComparison, at clock: String) {
        self.init("Users compared with members", [("at", clock)] + comparison.figures)
        self.isOfMembers = true
    }
}
