import BuoyDashboard
import BuoyProgramSupport
import BuoyRecordingFiles
import BuoyScripts
import BuoySessions
import Channels
import ChannelsDiagnostics
import ChannelsEventWords
import ChannelsProtocol

@MainActor
final class SessionSource: DashboardSource {
    let session: Session
    /// Replaced for each time the session is shown: late answers are not about the next one.
    private var shown: LoopDashboard?
    /// Includes those that worked for an earlier session.
    var services: FeatureServices

    init(session: Session) {
        self.session = session
        self.services = session.services
    }

    private func shown(in loop: DashboardLoop) -> LoopDashboard {
        if let shown { return shown }
        let shown = LoopDashboard(loop)
        self.shown = shown
        return shown
    }

    var warnings: [String] { self.session.warnings + self.services.warnings }
    var streamCount: Int? { self.session.client.streamCount }

    func feed(_ loop: DashboardLoop) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.takeReports(loop) }
            group.addTask { await self.takeFaults(loop) }
            group.addTask { await self.takeRecording(loop) }
            group.addTask { await self.services.run(self.shown(in: loop)) }
        }
    }

    func start(_ effect: Effect, _ loop: DashboardLoop) {
        switch effect {
        case .client(let effect):
            loop.inOrder { await self.run(effect, self.shown(in: loop)) }
        case .fault(.ofServer(let json)):
            loop.inParallel { await loop.askServer(for: json, self.session.sandboxRequest) }
        case .fault(let order):
            loop.inOrder { await self.session.faults.injector.perform(order) }
        case .missedEvents(let question): loop.inParallel { await self.ask(question, loop) }
        case .request(let request):
            self.services.start(request, loop, self.shown(in: loop))
        case .rename(let name, let channels):
            loop.inOrder { await loop.rename(to: name, on: channels, self.session) }
        case .recording(.read(let question, let condition)):
            loop.inParallel { await self.read(question, condition, loop) }
        case .recording(let request): loop.inOrder { await self.run(request, loop) }
        case .playback(let request): loop.inOrder { loop.changeClock(request) }
        case .terminal, .file, .server, .servers, .quit: break
        }
    }

    func end() async {
        self.shown?.isOver = true
        async let stopped: Void = self.services.stop()
        await self.session.client.stop()
        await stopped
        await self.session.recorder.ended()
        if let sentence = await self.session.recorder.figures.lossSentence {
            Console.errorLine("buoy: warning: \(sentence)")
        }
    }

    /// A sandbox that does not know is no fault: it may have been restarted.
    private func ask(_ question: MissedEventsQuestion, _ loop: DashboardLoop) async {
        guard await self.session.client.serverProfile.kind == .sandbox,
            let missed = try? await self.session.sandboxRequest.missedEvents(question)
        else { return }
        self.shown(in: loop).handle(.tick(loop.now))
        self.shown(in: loop).handle(.service(.missedEvents(missed, gap: question.gap)))
    }

    /// More batches than frames would only cost more hops, so a flood is handled in a few large
    /// batches per frame.
    private func takeReports(_ loop: DashboardLoop) async {
        for await batch in self.session.events {
            await loop.deliver(batch)
            if batch.contains(where: \.kind.isEstablishment) {
                loop.noteForCrash()
                await self.session.client.ping()
            }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    private func takeFaults(_ loop: DashboardLoop) async {
        for await report in self.session.faults.injector.reports {
            await self.session.recorder.note(report)
            loop.handle(.tick(report.time))
            loop.handle(.service(.faults(report)))
        }
    }
}

extension ClientReport.Kind {
    fileprivate var isEstablishment: Bool {
        if case .stateChanged(let change) = self { change.current == .connected } else { false }
    }
}
