import BuoyDashboard
package import BuoyRecording
package import ChannelsProtocol

/// Plays a recording for a screen, away from the main actor because a disk may take time.
package actor ReplayFeed {
    /// What there is to show at a moment.
    struct Turn: Sendable {
        /// Whether everything before is forgotten.
        let startsAgain: Bool
        /// What is shown.
        let steps: [ReplayStep]
        /// The time that is shown.
        let clock: PlaybackClock
        /// The same for the screen.
        let status: PlaybackStatus
        /// How long until there is more; `nil` while time stands still.
        let wait: Duration?
        /// The number of lines that cannot be read, and the reason of the first.
        let trouble: (count: Int, reason: String)?
    }

    private var replayer: Replayer
    private let file: RecordingFile

    /// Starts at the beginning of a recording.
    package init(_ file: RecordingFile, at now: Timestamp, speed: Double = 1) {
        self.file = file
        self.replayer = Replayer(file, at: now)
        self.replayer.clock.setSpeed(speed, at: now)
    }

    /// What was recorded, for the older rows of the log.
    nonisolated var history: RecordingHistory { RecordingHistory(paths: [self.file.path]) }

    /// The time that is shown.
    func clock() -> PlaybackClock { self.replayer.screenClock() }

    /// What is due.
    func due(at now: Timestamp) -> Turn { self.turn(self.replayer.due(at: now), now) }

    /// Does what the user wants.
    func perform(
        _ request: PlaybackRequest, at now: Timestamp, utcOffsetSeconds: Int
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

    private func turn(_ answer: Replayer.SeekOutcome, _ now: Timestamp) -> Turn {
        self.turn(answer.steps, now, startsAgain: answer.startsAgain)
    }

    private func turn(
        _ steps: [ReplayStep], _ now: Timestamp, startsAgain: Bool = false
    ) -> Turn {
        let wait = self.replayer.wait(at: now)
        return Turn(
            startsAgain: startsAgain, steps: steps, clock: self.replayer.screenClock(),
            status: self.replayer.status(at: now), wait: wait, trouble: self.replayer.trouble)
    }
}
