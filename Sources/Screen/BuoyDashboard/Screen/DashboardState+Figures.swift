import ChannelsEventWords

extension DashboardState {
    /// The figures of the program, and those of the log.
    var allFigures: [Action.Figure] {
        let ring = self.events.ring
        return self.figures + [
            Action.Figure("log rows", Figures.grouped(ring.count)),
            Action.Figure("log bytes", Figures.bytes(ring.bytes)),
        ]
    }
}
