import BuoyScripts
import BuoySessions
import ChannelsProtocol

struct PlannedFaults: Sendable {
    private var plan: SessionFaults.Plan

    init(_ plan: SessionFaults.Plan) { self.plan = plan }

    var stepsFromStart: [FaultScript.Step] { self.plan.steps }

    mutating func stepsWhenConnected(
        _ reports: [ClientReport], at now: ChannelsTimestamp
    ) -> [FaultScript.Step] {
        guard !self.plan.stepsWhenConnected.isEmpty,
            let start = reports.compactMap(\.establishment).min()
        else { return [] }
        let passed = max(now.duration(since: start), .zero)
        defer { self.plan.stepsWhenConnected = [] }
        return self.plan.stepsWhenConnected.map { step in
            var step = step
            step.start = max(step.start - passed, .zero)
            return step
        }
    }

    mutating func steps(after news: ChannelsProxy.News) -> [FaultScript.Step] {
        self.stepsWhenConnected(news.reports.flatMap(\.events), at: news.time)
    }

    var refusal: String? {
        (self.plan.steps + self.plan.stepsWhenConnected).lazy
            .compactMap { ChannelsProxy.refusal(of: $0.fault) }.first
    }
}

extension ClientReport {
    fileprivate var establishment: ChannelsTimestamp? {
        guard case .stateChanged(let change) = self.kind, change.current == .connected else {
            return nil
        }
        return self.time
    }
}
