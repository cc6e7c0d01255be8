import BuoyTextScreen
import ChannelsProtocol

/// The panes of features: values of types that the dashboard does not know.
struct FeaturePanes: Hashable, Sendable {
    /// A pane that can be compared with others.
    private struct Box: Hashable, Sendable {
        var pane: any Pane

        static func == (one: Self, other: Self) -> Bool { one.pane.equals(other.pane) }

        func hash(into hasher: inout Hasher) { self.pane.hash(into: &hasher) }
    }

    private var boxes: [Box]

    init(_ panes: [any Pane]) { self.boxes = panes.map(Box.init) }

    /// The pane of a row, to be read or changed in place.
    subscript(slot slot: Int) -> any Pane {
        get { self.boxes[slot].pane }
        _modify { yield &self.boxes[slot].pane }
    }

    /// The pane of a type; `nil` if no feature has one.
    subscript<P: Pane>(type: P.Type) -> P? {
        get { self.boxes.lazy.compactMap { $0.pane as? P }.first }
        _modify {
            guard let slot = self.boxes.firstIndex(where: { $0.pane is P }) else {
                var none: P?
                yield &none
                return
            }
            // Taken out of its box, so that what it contains is changed in place and not copied.
            var pane = self.boxes[slot].pane as? P
            self.boxes[slot].pane = Absent()
            defer { if let pane { self.boxes[slot].pane = pane } }
            yield &pane
        }
    }
}

// What panes of features tell the rest of the dashboard.
extension FeaturePanes {
    /// The channels that the panes know by name.
    var knownChannels: [ChannelName] { self.boxes.flatMap(\.pane.knownChannels) }

    /// Whether a report is about something that a pane does all the time.
    func isRoutine(_ event: ClientReport) -> Bool {
        self.boxes.contains { $0.pane.isRoutine(event) }
    }

    /// A box over the panes, as long as one of them has one.
    var box: ResultBox? { self.boxes.lazy.compactMap(\.pane.box).first }

    /// The program whose connection is shown, if a pane knows it.
    var peer: ShownPeer? { self.boxes.lazy.compactMap(\.pane.peer).first }

    /// What a command of the core does in a pane; `nil` for what it does elsewhere.
    func answer(
        _ command: CommandName, in pane: PaneID, _ context: @autoclosure () -> PaneContext
    ) -> PaneAnswer? {
        let focused = self.boxes.first { type(of: $0.pane).profile.id == pane }
        return focused?.pane.answer(command, context())
    }

    /// What the panes have found out since the last call.
    mutating func takeFindings() -> [PaneFinding] {
        self.boxes.indices.flatMap { self.boxes[$0].pane.takeFindings() }
    }
}

/// What is in the box of a pane while that is being changed.
private struct Absent: Pane {
    static let profile = PaneProfile(.channels, .alone)
    static let hints: [CommandName] = []

    func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {}

    func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? { nil }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {}

    func selection(_ context: PaneContext) -> PaneSelection? { nil }

    func inspectReason(_ context: PaneContext) -> String? { nil }
}

extension DashboardState {
    /// The pane of a feature, for its own commands; `nil` if the dashboard was put together without
    /// it.
    package subscript<P: Pane>(type: P.Type) -> P? {
        get { self.panes.features[type] }
        _modify { yield &self.panes.features[type] }
    }
}
