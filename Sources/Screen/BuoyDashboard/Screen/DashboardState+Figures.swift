import ChannelsEventWords

extension DashboardState {
    var allFigures: [Action.Figure] {
        let ring = self.events.ring
        return self.figures + [
            Action.Figure("Events rows", Figures.grouped(ring.count)),
            Action.Figure("Events bytes", Figures.bytes(ring.bytes)),
        ]
    }
}
