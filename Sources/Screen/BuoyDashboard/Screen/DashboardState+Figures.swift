import ChannelsEventWords

extension DashboardState {
    var allFigures: [Action.Figure] {
        let ring = self.events.ring
        return self.figures + [
            Action.Figure("log rows", Figures.grouped(ring.count)),
            Action.Figure("log bytes", Figures.bytes(ring.bytes)),
        ]
    }
}
