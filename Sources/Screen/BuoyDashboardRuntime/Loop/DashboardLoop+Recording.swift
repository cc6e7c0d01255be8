import BuoyDashboard
import ChannelsEventWords
import ChannelsProtocol

// A live view can be slowed down and stopped.
extension DashboardLoop {
    func changeClock(_ request: PlaybackRequest) {
        let now = self.now
        switch request {
        case .togglePause: self.clock.setPaused(!self.clock.isPaused, at: now)
        case .changeSpeed(let step): self.clock.changeSpeed(by: step, at: now)
        case .speed(let speed): self.clock.setSpeed(speed, at: now)
        case .goLive: self.clock.goLive()
        case .step, .seek: break
        }
        self.showClock(at: now)
    }

    func showClock(at now: ChannelsTimestamp) {
        guard self.parts.source.isLive else { return }
        guard !self.clock.isLive || self.state.isPlaybackShown else { return }
        let shown = self.clock.shown(at: now)
        let status = PlaybackStatus(
            span: nil, shown: shown, lag: now.duration(since: shown), speed: self.clock.speed,
            isPaused: self.clock.isPaused)
        self.handle(.service(.playback(self.clock.isLive ? nil : status)))
    }

    /// Handles the reports when their time is shown: at once, if the view is live.
    func deliver(_ batch: [ClientReport]) async {
        var rest = batch[...]
        while !rest.isEmpty, !Task.isCancelled {
            let now = self.now
            if !self.clock.isLive {
                self.clock.settle(at: now)
                if self.clock.isLive { self.showClock(at: now) }
            }
            let shown = self.clock.shown(at: now)
            let end =
                self.clock.isLive
                ? rest.endIndex : rest.firstIndex { $0.time > shown } ?? rest.endIndex
            if end > rest.startIndex { self.take(Array(rest[..<end])) }
            rest = rest[end...]
            guard let next = rest.first else { return }
            let wait = self.clock.wait(until: next.time, at: now) ?? Self.longestWait
            try? await Task.sleep(for: max(min(wait, Self.longestWait), .milliseconds(1)))
        }
    }

    private func take(_ events: [ClientReport]) {
        self.handle(.client(events))
        self.tellServices(events)
        self.followName(events)
    }

    /// A speed may change while something is waited for.
    private static let longestWait = Duration.milliseconds(50)
}
