import Analysis
import Channels
import ChannelsProtocol
import Commands
import Dashboard
import DashboardPanes
import EventWords
import Events
import FaultInjection
import FeatureInterface
import MetricsService
import PresenceBots
import PushNotifications
import RecordingCommands
import Scripts

/// A session as the source of a dashboard: the program's own client, and the services beside it.
@MainActor
final class SessionSource: DashboardSource {
    let session: Session
    /// The dashboard, as long as the session is shown: what it answers late is not about the next
    /// one.
    private var shown: LoopDashboard?
    /// Where metrics are served; `nil` for nowhere.
    private let metrics: ServedMetrics?

    init(session: Session, metrics: ServedMetrics? = nil) {
        self.session = session
        self.metrics = metrics
    }

    private func shown(in loop: DashboardLoop) -> LoopDashboard {
        if let shown { return shown }
        let shown = LoopDashboard(loop)
        self.shown = shown
        return shown
    }

    var warnings: [String] { self.session.warnings + [self.metrics?.warning].compactMap(\.self) }
    var streamCount: Int? { self.session.client.streamCount }

    func feed(_ loop: DashboardLoop) async {
        if let metrics {
            let note = LogNote(
                at: loop.now, "metrics", .neutral, text: "metrics are served at \(metrics.url)")
            loop.handle(.service(.notes([note])))
        }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.takeReports(loop) }
            group.addTask { await self.takeWebhooks(loop) }
            group.addTask { await self.takeFaults(loop) }
            group.addTask { await self.takePush(loop) }
            group.addTask { await self.takeBots(loop) }
            group.addTask { await self.takeRecording(loop) }
            group.addTask { await self.session.services.run(self.shown(in: loop)) }
        }
    }

    func start(_ effect: Effect, _ loop: DashboardLoop) {
        switch effect {
        case .client(let effect): loop.inOrder { await self.run(effect, loop) }
        case .fault(.ofServer(let json)):
            loop.beside { await loop.askServer(for: json, self.session.sandboxRequest) }
        case .fault(let order):
            loop.inOrder { await self.session.faults.injector.perform(order) }
        case .missedEvents(let question): loop.beside { await self.ask(question, loop) }
        case .push(let request): loop.inOrder { await self.run(request, loop) }
        case .bots(let request): loop.inOrder { await self.session.bots.perform(request) }
        case .request(let request):
            self.session.services.start(request, loop, self.shown(in: loop))
        case .rename(let name, let channels):
            loop.inOrder { await loop.rename(to: name, on: channels, self.session) }
        case .recording(.read(let question, let condition)):
            loop.beside { await self.read(question, condition, loop) }
        case .recording(let request): loop.inOrder { await self.run(request, loop) }
        case .playback(let request): loop.inOrder { loop.changeClock(request) }
        case .terminal, .file, .proxy, .server, .servers, .quit: break
        }
    }

    func end() async {
        self.shown?.isOver = true
        await self.session.services.stop()
        await self.session.client.stop()
        await self.session.push.client?.stop()
    }

    // MARK: Effects

    private func run(_ effect: ClientEffect, _ loop: DashboardLoop) async {
        let runner = EffectRunner(client: self.session.client)
        if let action = await runner.run(effect) { self.shown(in: loop).handle(action) }
    }

    private func run(_ request: PushRequest, _ loop: DashboardLoop) async {
        if let action = await self.session.push.run(request) {
            self.shown(in: loop).handle(action)
        }
    }

    /// Asks what was missed in a gap, if the server is a sandbox. It is no fault if it does not
    /// know: it may have been started again.
    private func ask(_ question: MissedEventsQuestion, _ loop: DashboardLoop) async {
        guard await self.session.client.serverProfile.kind == .sandbox,
            let missed = try? await self.session.sandboxRequest.missedEvents(question)
        else { return }
        self.shown(in: loop).handle(.tick(loop.now))
        self.shown(in: loop).handle(.service(.missedEvents(missed, gap: question.gap)))
    }

    // MARK: Reports

    /// Handles the client's reports. More batches than frames would only cost more hops, so a flood
    /// is handled in a few large batches per frame.
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

    /// Handles webhooks, if they are received.
    private func takeWebhooks(_ loop: DashboardLoop) async {
        guard let webhooks = self.session.webhooks else { return }
        let start = LogNote(
            at: loop.now, "webhooks", .neutral,
            text: "webhooks are received at \(webhooks.url)")
        loop.handle(.service(.notes([start])))
        await webhooks.run { notes in await loop.handle(.service(.notes(notes))) }
    }

    /// Handles what becomes of the faults that were asked for.
    private func takeFaults(_ loop: DashboardLoop) async {
        for await report in self.session.faults.injector.reports {
            await self.session.recorder.note(report)
            loop.handle(.tick(report.time))
            loop.handle(.service(.faults(report)))
        }
    }

    /// Handles what becomes of the bots.
    private func takeBots(_ loop: DashboardLoop) async {
        for await report in self.session.bots.reports {
            loop.handle(.tick(report.time))
            loop.handle(.service(.bots(report)))
        }
    }

    /// Runs the push client, if there is one, and reports its status.
    private func takePush(_ loop: DashboardLoop) async {
        guard let client = self.session.push.client else { return }
        async let running: Void = client.run()
        for await status in await client.statuses() {
            loop.handle(.tick(loop.now))
            loop.handle(.service(.push(status)))
        }
        await running
    }
}

extension ClientEvent.Kind {
    /// Whether a connection was established, so that its round trip should be measured.
    fileprivate var isEstablishment: Bool {
        if case .stateChanged(let change) = self { change.current == .connected } else { false }
    }
}
