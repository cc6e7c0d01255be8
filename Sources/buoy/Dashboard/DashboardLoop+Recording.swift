internal import Channels
internal import ChannelsProtocol
internal import Dashboard
internal import DashboardPanes
internal import EventLog
internal import FaultScripts
internal import Playback
internal import Recording
internal import RecordingCommands
internal import RecordingFiles
internal import Replay
internal import SessionRecording

// Recording, replaying, frames, and the time that is shown.
extension DashboardLoop {
    // MARK: Recording

    /// Handles what the recorder tells.
    func takeRecording() async {
        guard let recorder = self.parts.session?.recorder else { return }
        for await report in recorder.reports { self.handle(.service(.recording(report))) }
    }

    func run(_ request: RecordingRequest) async {
        switch request {
        case .start(let path): await self.record(path, request)
        case .stop: await self.parts.session?.recorder.stop()
        case .read(let question, let condition): await self.read(question, condition)
        }
    }

    private func record(_ path: String, _ request: RecordingRequest) async {
        guard let session = self.parts.session else { return }
        let options = session.recording.options(path: path)
        do throws(RecordingFileError) {
            try await session.recorder.start(options) { await self.standing(after: $0) }
        } catch {
            self.handle(.effectFailed(.recording(request), error.description))
        }
    }

    /// What is in effect once the report with a number has been handled.
    private func standing(after number: Int) async -> SessionRecorder.Standing {
        while self.state.standing.lastNumber < number, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(5))
        }
        return SessionRecorder.Standing(self.state.standing, faults: self.state.faultsInForce)
    }

    private func read(_ question: RecordedEventsQuestion, _ condition: PastCondition) async {
        let history = await self.parts.session?.recorder.history ?? self.parts.replay?.history
        guard let history else { return }
        let answer = await history.answer(question, condition)
        self.handle(.service(.recording(.events(answer))))
    }

    // MARK: Frames

    /// Reports frames from now on, or no longer. In a replay, they come from the recording.
    func showFrames(_ isOn: Bool) {
        self.framesEnd?.finish()
        self.framesEnd = nil
        guard isOn, let client = self.parts.session?.client else { return }
        let (end, ending) = AsyncStream<Never>.makeStream()
        self.framesEnd = ending
        self.beside {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.takeFrames(client.frames(limit: Self.frameBatches)) }
                group.addTask { for await _ in end {} }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// How many batches of frames wait for the screen; what is beyond is counted.
    private static let frameBatches = 64

    private func takeFrames(_ frames: Frames) async {
        for await batch in frames {
            self.handle(.service(.frames(batch.map(RecordedFrame.init))))
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    // MARK: The time that is shown

    func run(_ request: PlaybackRequest) async {
        let now = self.time.now()
        if let replay = self.parts.replay {
            let offset = self.state.options.utcOffsetSeconds
            self.show(await replay.perform(request, at: now, utcOffsetSeconds: offset), now)
            return
        }
        switch request {
        case .togglePause: self.clock.setPaused(!self.clock.isPaused, at: now)
        case .changeSpeed(let step): self.clock.changeSpeed(by: step, at: now)
        case .speed(let speed): self.clock.setSpeed(speed, at: now)
        case .goLive: self.clock.goLive()
        case .step, .seek: break
        }
        self.showClock(at: now)
    }

    /// Shows how far a live view is behind, or that it is live.
    func showClock(at now: Timestamp) {
        guard self.parts.replay == nil else { return }
        guard !self.clock.isLive || self.state.isPlaybackShown else { return }
        let shown = self.clock.shown(at: now)
        let status = PlaybackStatus(
            span: nil, shown: shown, lag: now.duration(since: shown), speed: self.clock.speed,
            isPaused: self.clock.isPaused)
        self.handle(.service(.playback(self.clock.isLive ? nil : status)))
    }

    /// Handles reports of the client when their time is shown: at once, if the view is live.
    func deliver(_ batch: [ClientEvent]) async {
        var rest = batch[...]
        while !rest.isEmpty, !Task.isCancelled {
            let now = self.time.now()
            if !self.clock.isLive {
                self.clock.settle(at: now)
                if self.clock.isLive { self.showClock(at: now) }
            }
            let shown = self.clock.shown(at: now)
            let end =
                self.clock.isLive
                ? rest.endIndex : rest.firstIndex { $0.time > shown } ?? rest.endIndex
            if end > rest.startIndex { self.handle(.client(Array(rest[..<end]))) }
            rest = rest[end...]
            guard let next = rest.first else { return }
            let wait = self.clock.wait(until: next.time, at: now) ?? Self.longestWait
            try? await Task.sleep(for: max(min(wait, Self.longestWait), .milliseconds(1)))
        }
    }

    /// A speed may change while something is waited for.
    private static let longestWait = Duration.milliseconds(50)

    // MARK: Replaying

    /// Shows what is due of a recording.
    func takeReplay() async {
        guard let replay = self.parts.replay else { return }
        self.handle(.service(.recording(.replayed(path: ""))))
        while !Task.isCancelled {
            let now = self.time.now()
            let turn = await replay.due(at: now)
            self.show(turn, now)
            let wait = min(turn.wait ?? Self.longestPause, Self.longestPause)
            // Leaves time for keys and frames when very much is due.
            try? await Task.sleep(for: max(wait, .milliseconds(2)))
        }
    }

    /// The bar moves a few times per second.
    private static let longestPause = Duration.milliseconds(100)

    private func show(_ turn: ReplayFeed.Turn, _ now: Timestamp) {
        self.clock = turn.clock
        if turn.startsAgain { self.startAgain() }
        for step in turn.steps {
            switch step {
            case .standing(let events, let number):
                self.handle(.standing(events, lastNumber: number))
            case .client(let events): self.handle(.client(events))
            case .frames(let frames): self.handle(.service(.frames(frames)))
            case .fault(let report): self.handle(.service(.faults(report)))
            }
        }
        self.handle(.tick(now))
        self.handle(.service(.playback(turn.status)))
        guard let trouble = turn.trouble, !self.hasToldTrouble else { return }
        self.hasToldTrouble = true
        self.handle(.notice(.warning, "a line of the recording \(trouble.reason); it is skipped"))
    }
}
