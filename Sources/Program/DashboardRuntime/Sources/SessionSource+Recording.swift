import Channels
import ChannelsProtocol
import Dashboard
import DashboardPanes
import Events
import Recording
import RecordingCommands
import Scripts

// Recording, and frames.
extension SessionSource {
    /// Handles what the recorder tells.
    func takeRecording(_ loop: DashboardLoop) async {
        for await report in self.session.recorder.reports {
            loop.handle(.service(.recording(report)))
        }
    }

    /// Begins or ends a recording.
    func run(_ request: RecordingRequest, _ loop: DashboardLoop) async {
        switch request {
        case .start(let path): await self.record(path, request, loop)
        case .stop: await self.session.recorder.stop()
        case .read: break
        }
    }

    private func record(_ path: String, _ request: RecordingRequest, _ loop: DashboardLoop) async {
        var options = self.session.recording
        options.path = path
        do throws(RecordingFileError) {
            try await self.session.recorder.start(options) { await loop.standing(after: $0) }
        } catch {
            loop.handle(.effectFailed(.recording(request), error.description))
        }
    }

    /// Asks the recording for events older than those of the log.
    func read(
        _ question: RecordedEventsQuestion, _ condition: PastCondition, _ loop: DashboardLoop
    ) async {
        let answer = await self.session.recorder.history.answer(question, condition)
        loop.handle(.service(.recording(.events(answer))))
    }

    /// Reports frames from now on, or no longer.
    func showFrames(_ isOn: Bool, _ loop: DashboardLoop) {
        self.framesEnd?.finish()
        self.framesEnd = nil
        guard isOn else { return }
        let client = self.session.client
        let (end, ending) = AsyncStream<Never>.makeStream()
        self.framesEnd = ending
        loop.beside {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await self.takeFrames(client.frames(limit: Self.frameBatches), loop)
                }
                group.addTask { for await _ in end {} }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// How many batches of frames wait for the screen; what is beyond is counted.
    private static let frameBatches = 64

    private func takeFrames(_ frames: Frames, _ loop: DashboardLoop) async {
        for await batch in frames {
            loop.handle(.service(.frames(batch.map(RecordedFrame.init))))
            try? await Task.sleep(for: .milliseconds(10))
        }
    }
}

extension DashboardLoop {
    /// What is in effect once the report with a number has been handled.
    fileprivate func standing(after number: Int) async -> SessionRecorder.Standing {
        while self.state.standing.lastNumber < number, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(5))
        }
        return SessionRecorder.Standing(self.state.standing, faults: self.state.faultsInForce)
    }
}
