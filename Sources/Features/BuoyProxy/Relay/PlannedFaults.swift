import BuoyScripts
import BuoySessions
import ChannelsProtocol

/// When the faults start that the arguments plan: some at the start of the proxy, others when a
/// client is connected for the first time.
struct PlannedFaults: Sendable {
    private var plan: SessionFaults.Plan

    init(_ plan: SessionFaults.Plan) { self.plan = plan }

    /// The faults that count from the start.
    var stepsFromStart: [FaultScript.Step] { self.plan.steps }

    /// The faults that count from the first connection, once there is one.
    ///
    /// - Returns: the steps as counted from now; empty for none.
    mutating func stepsWhenConnected(
        _ reports: [ClientReport], at now: Timestamp
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

    /// The same for news of a proxy.
    mutating func steps(after news: ChannelsProxy.News) -> [FaultScript.Step] {
        self.stepsWhenConnected(news.reports.flatMap(\.events), at: news.time)
    }

    /// Why one of them cannot be made for somebody else's client; `nil` if all can.
    var refusal: String? {
        (self.plan.steps + self.plan.stepsWhenConnected).lazy
            .compactMap { ChannelsProxy.refusal(of: $0.fault) }.first
    }
}

extension ClientReport {
    /// When a connection was established; `nil` if this report is about something else.
    fileprivate var establishment: Timestamp? {
        guard case .stateChanged(let change) = self.kind, change.current == .connected else {
            return nil
        }
        return self.time
    }
}
