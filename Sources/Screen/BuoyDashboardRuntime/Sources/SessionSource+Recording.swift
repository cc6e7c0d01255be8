import BuoyDashboard
import BuoyRecordingFiles
import BuoyScripts
import BuoySessions
import Channels
import ChannelsProtocol

extension SessionSource {
    func takeRecording(_ loop: DashboardLoop) async {
        for await report in self.session.recorder.reports {
            loop.handle(.service(.recording(report)))
        }
    }

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

    func read(
        _ question: RecordedEventsQuestion, _ condition: PastCondition, _ loop: DashboardLoop
    ) async {
        let answer = await self.session.recorder.history.answer(question, condition)
        loop.handle(.service(.recording(.events(answer))))
    }
}

extension DashboardLoop {
    /// The standing reports in effect once the report with this number has been handled.
    fileprivate func standing(after number: Int) async -> SessionRecorder.Standing {
        while self.state.lastReportNumber < number, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(5))
        }
        return SessionRecorder.Standing(
            self.state.standingReports, faults: self.state.faultsInForce)
    }
}
