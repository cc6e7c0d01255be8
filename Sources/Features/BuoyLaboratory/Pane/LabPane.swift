import BuoyDashboard
import BuoyScripts
import BuoyTextScreen
import ChannelsProtocol

struct LabPane: Hashable, Sendable {
    private var view = LabView()

    var policy: String? { self.view.policy }

    mutating func show(_ request: LabRequest) { self.view.show(request) }

    mutating func turnPart() { self.view.turnPart() }

}

extension LabPane: ServicePane, FailurePane, ResumablePane, SidewaysPane {
    static let profile = PaneProfile(.lab, .alone)

    static let hints: [CommandName] = ["use-policy", "cancel", "lab-herd", "move right", "lab"]

    mutating func handle(_ report: ServiceReport, _ context: PaneContext) {
        guard let played = report.report(LabPlayed.self) else { return }
        self.view.played(played.report, for: played.request)
    }

    mutating func failed(_ effect: Effect) {
        if let request = effect.request(LabRequest.self) { self.view.failed(request) }
    }

    mutating func resume(_ before: LabPane) { self = before }

    static let asks = PaneRequests.whenUsed

    mutating func requests(_ context: PaneContext, isShown: Bool) -> [Effect] {
        guard isShown, let request = self.view.nextRequest() else { return [] }
        return [.lab(request)]
    }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        switch movement {
        case .pages, .halfPages:
            return self.view.scrollDetails(size: place.size) {
                movement.target(from: $0, count: $1, height: $2)
            }
        case .rows, .top, .bottom: break
        }
        let count = self.view.timelines?.timelines.count ?? 0
        self.view.select(
            movement.target(from: self.view.selected, count: count, height: max(count, 1)))
    }

    /// To the right is the next ready script, to the left the one before.
    mutating func moveSideways(_ step: Int, _ place: PanePlace, _ context: PaneContext)
        -> Bool
    {
        self.view.turn(by: step)
        return true
    }

    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        guard let index = self.view.policy(atRow: row, height: place.size.rows) else { return nil }
        defer { self.view.select(index) }
        return index == self.view.selected
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        var facts = StyledLine(SafeText(sanitizing: self.view.request.script, limit: 200), .title)
        if let script = self.view.timelines?.script {
            facts.append("  \(SafeText(sanitizing: script.words, limit: 400))", .muted)
        }
        let content = canvas.drawTitle(frame, facts: facts)
        canvas.draw(in: content) {
            self.view.draw(
                on: &$0, livePolicy: context.connection.policy, selection: frame.selectionRole)
        }
    }

    func selection(_ context: PaneContext) -> PaneSelection? { nil }

    func inspectReason(_ context: PaneContext) -> String? {
        "nothing to inspect in the laboratory; press Esc to leave"
    }
}
