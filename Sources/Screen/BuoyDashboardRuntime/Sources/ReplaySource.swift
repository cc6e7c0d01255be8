package import BuoyDashboard
import BuoyRecordingFiles
import BuoySessions
import ChannelsProtocol

@MainActor
package final class ReplaySource: DashboardSource {
    package let warnings: [String] = []
    package let streamCount: Int? = nil
    package let isLive = false

    private let feed: ReplayFeed
    private let start: SeekTarget?
    package private(set) var services = FeatureServices()
    private var hasToldTrouble = false

    package init(_ feed: ReplayFeed, start: SeekTarget?) {
        self.feed = feed
        self.start = start
    }

    package func prepare(_ loop: DashboardLoop) async {
        self.services = await loop.servicesWithoutClient()
        loop.clock = await self.feed.clock()
        if let start { await self.run(.seek(start), loop) }
    }

    package func feed(_ loop: DashboardLoop) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.services.run(LoopDashboard(loop)) }
            group.addTask { await self.play(loop) }
        }
    }

    private func play(_ loop: DashboardLoop) async {
        loop.handle(.service(.recording(.replayed(path: ""))))
        while !Task.isCancelled {
            let now = loop.now
            let turn = await self.feed.due(at: now)
            self.show(turn, now, loop)
            let wait = min(turn.wait ?? Self.longestPause, Self.longestPause)
            // Leaves time for keys and frames when very much is due.
            try? await Task.sleep(for: max(wait, .milliseconds(2)))
        }
    }

    package func end() async { await self.services.stop() }

    package func start(_ effect: Effect, _ loop: DashboardLoop) {
        switch effect {
        case .playback(let request): loop.inOrder { await self.run(request, loop) }
        case .recording(.read(let question, let condition)):
            loop.inParallel { await self.read(question, condition, loop) }
        case .request(let request) where !request.base.needs.contains(.present):
            self.services.start(request, loop, LoopDashboard(loop))
        // Only the server knows what was missed in a gap.
        case .missedEvents, .terminal, .file, .servers, .quit: break
        case .client, .fault, .request, .rename, .server, .recording:
            loop.handle(.effectFailed(effect, "a replay has no connection"))
        }
    }

    private func read(
        _ question: RecordedEventsQuestion, _ condition: PastCondition, _ loop: DashboardLoop
    ) async {
        let answer = await self.feed.history.answer(question, condition)
        loop.handle(.service(.recording(.events(answer))))
    }

    private func run(_ request: PlaybackRequest, _ loop: DashboardLoop) async {
        let now = loop.now
        let turn = await self.feed.perform(
            request, at: now, utcOffsetSeconds: loop.state.options.utcOffsetSeconds)
        self.show(turn, now, loop)
        if case .seek = request { loop.handle(.jumped) }
    }

    /// The bar moves a few times per second.
    private static let longestPause = Duration.milliseconds(100)

    private func show(_ turn: ReplayFeed.Turn, _ now: ChannelsTimestamp, _ loop: DashboardLoop) {
        loop.clock = turn.clock
        if turn.startsAgain { loop.startAgain() }
        for step in turn.steps {
            switch step {
            case .standing(let events, let number):
                loop.handle(.standing(events, lastNumber: number))
            case .client(let events): loop.handle(.client(events))
            case .frames(let frames): loop.handle(.service(.frames(frames)))
            case .fault(let report): loop.handle(.service(.faults(report)))
            }
        }
        loop.handle(.tick(now))
        loop.handle(.service(.playback(turn.status)))
        guard let trouble = turn.trouble, !self.hasToldTrouble else { return }
        self.hasToldTrouble = true
        loop.handle(.notice(.warning, "a line in the recording \(trouble.reason) and was skipped"))
    }
}
