import BuoyDashboard
package import BuoyRecordingFiles
package import ChannelsProtocol

/// Plays a recording away from the main actor, because a disk may take time.
package actor ReplayFeed {
    struct Turn: Sendable {
        let startsAgain: Bool
        let steps: [ReplayStep]
        let clock: PlaybackClock
        let status: PlaybackStatus
        /// Until there is more to show; `nil` while time stands still.
        let wait: Duration?
        /// How many lines cannot be read, and why the first cannot.
        let trouble: (count: Int, reason: String)?
    }

    private var replayer: Replayer
    private let file: RecordingFile

    package init(_ file: RecordingFile, at now: ChannelsTimestamp, speed: Double = 1) {
        self.file = file
        self.replayer = Replayer(file, at: now)
        self.replayer.clock.setSpeed(speed, at: now)
    }

    nonisolated var history: RecordingHistory { RecordingHistory(paths: [self.file.path]) }

    func clock() -> PlaybackClock { self.replayer.screenClock() }

    func due(at now: ChannelsTimestamp) -> Turn { self.turn(self.replayer.due(at: now), now) }

    func perform(
        _ request: PlaybackRequest, at now: ChannelsTimestamp, utcOffsetSeconds: Int
    ) -> Turn {
        switch request {
        case .togglePause: return self.turn(self.replayer.togglePause(at: now), now)
        case .changeSpeed(let step): self.replayer.clock.changeSpeed(by: step, at: now)
        case .speed(let speed): self.replayer.clock.setSpeed(speed, at: now)
        case .step(let step):
            return self.turn(
                step > 0
                    ? self.replayer.stepForward(at: now) : self.replayer.stepBack(at: now), now)
        case .seek(let target):
            let time = target.time(
                in: self.replayer.span, shown: self.replayer.status(at: now).shown,
                utcOffsetSeconds: utcOffsetSeconds)
            return self.turn(self.replayer.seek(to: time, at: now), now)
        case .goLive: break
        }
        return self.turn([], now)
    }

    private func turn(_ answer: Replayer.SeekOutcome, _ now: ChannelsTimestamp) -> Turn {
        self.turn(answer.steps, now, startsAgain: answer.startsAgain)
    }

    private func turn(
        _ steps: [ReplayStep], _ now: ChannelsTimestamp, startsAgain: Bool = false
    ) -> Turn {
        let wait = self.replayer.wait(at: now)
        return Turn(
            startsAgain: startsAgain, steps: steps, clock: self.replayer.screenClock(),
            status: self.replayer.status(at: now), wait: wait, trouble: self.replayer.trouble)
    }
}
