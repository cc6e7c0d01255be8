import BuoyDashboard
import BuoyDashboardRuntime
import ChannelsEventWords
import ChannelsProtocol
import DequeModule

/// Reports how many events were missed in each gap, if the server keeps a history.
actor MissedEventsService: LineService {
    private let ask: @Sendable (APIRequest) async -> APIReport
    private let found: @Sendable (Int) -> Void
    private var gaps = GapLedger()
    private var questions = HistoryQuestions()
    /// Recent events, to exclude those that did arrive: a history has no record of deliveries.
    private var arrived: Deque<(time: ChannelsTimestamp, event: ChannelsEvent)> = []
    private var lastNumber = 0

    private static let memory = Duration.seconds(30)
    private static let mostArrivals = 10_000

    init(
        _ ask: @escaping @Sendable (APIRequest) async -> APIReport,
        found: @escaping @Sendable (Int) -> Void
    ) {
        self.ask = ask
        self.found = found
    }

    func received(_ reports: [ClientReport]) -> [LineNote] {
        for report in reports {
            self.lastNumber = report.number
            self.gaps.handle(report)
            switch report.kind {
            case .received(let event): self.note(event, at: report.time)
            case .skipped: self.questions.skipped()
            default: break
            }
        }
        return []
    }

    private func note(_ event: ChannelsEvent, at time: ChannelsTimestamp) {
        while let first = self.arrived.first,
            time.duration(since: first.time) > Self.memory
                || self.arrived.count >= Self.mostArrivals
        {
            // Before the gap, only the last moments matter; after it, everything until it is asked.
            if let gap = self.gaps.latest, gap.end == nil { break }
            self.arrived.removeFirst()
        }
        guard self.arrived.count < Self.mostArrivals else { return self.questions.skipped() }
        self.arrived.append((time, event))
    }

    func timePassed(_ time: ChannelsTimestamp) async -> [LineNote] {
        guard let question = self.questions.due(self.gaps.latest, at: time) else { return [] }
        let number = self.lastNumber
        switch await self.ask(.history(question)).outcome {
        case .history(let published):
            let missed = published.without(
                self.arrived.filter { $0.time >= question.start }.map(\.event))
            self.found(missed.count)
            return [LineNote(missed, at: time, after: number)]
        case .failed(let failure):
            self.questions.failed(failure)
            return []
        default: return []
        }
    }

    func finish() {}

    func stop() {}
}

extension LineNote {
    fileprivate init(_ missed: MissedEvents, at time: ChannelsTimestamp, after number: Int) {
        let channels = missed.channels.filter { $0.count > 0 }
        let names = channels.map { "\($0.name.text) \($0.count)" }.joined(separator: ", ")
        let count = Figures.counted(missed.count, "event")
        let least = missed.isIncomplete ? "at least " : ""
        let members = channels.map {
            JSONValue.Object.Member(key: $0.name.text, value: .number(String($0.count)))
        }
        self.init(
            at: time, after: number, Self.missed, missed.count == 0 ? .good : .warning,
            text: "missed \(least)\(count) in the gap" + (names.isEmpty ? "" : ": \(names)"),
            facts: [
                .init(key: Self.missed, value: .number(String(missed.count))),
                .init(key: "channels", value: .object(JSONValue.Object(members))),
                .init(key: "is_complete", value: .bool(!missed.isIncomplete)),
            ])
    }
}
