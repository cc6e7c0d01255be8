import BuoyDashboard
import ChannelsProtocol
import DequeModule

/// Watches for what one rule describes.
///
/// ```
///            holds                    no longer holds
/// quiet ──────────────▶ raised ──────────────────────▶ quiet
///   │ in the pause after an alert: counted, not raised
/// ```
struct AlertWatch: Sendable {
    let rule: AlertRule
    private var raised: ChannelsTimestamp?
    private var last: ChannelsTimestamp?
    private var uncounted = 0
    private var facts: Facts

    private enum Facts: Sendable {
        case none
        /// The times of the newest events, one more than the rate allows.
        case times(Deque<ChannelsTimestamp>)
        case lastEvent(ChannelsTimestamp)
        case entered(ChannelsTimestamp?)
    }

    init(_ rule: AlertRule, from start: ChannelsTimestamp) {
        self.rule = rule
        self.facts =
            switch rule.condition {
            case .event, .gap: .none
            case .rate: .times([])
            case .silence: .lastEvent(start)
            case .state: .entered(nil)
            }
    }

    mutating func received(_ event: ClientReport) -> [Alert] {
        switch self.rule.condition {
        case .event(let filter):
            guard filter.matches(event) else { return [] }
            return self.applied(at: event.time, event: event)
        case .gap(let limit):
            guard case .gap(let gap) = event.kind, gap.duration >= limit else { return [] }
            return self.applied(at: event.time, event: event)
        case .rate(let filter, let rate):
            guard filter.counts(event) else { return [] }
            return self.counted(event, rate)
        case .silence(let filter, _):
            guard filter.counts(event) else { return [] }
            defer { self.facts = .lastEvent(event.time) }
            return self.ended(at: event.time)
        case .state(let state, _): return self.changed(event, state)
        }
    }

    mutating func ticked(at time: ChannelsTimestamp) -> [Alert] {
        switch (self.rule.condition, self.facts) {
        case (.rate(_, let rate), .times(let times)):
            return Self.isOver(times, rate, at: time) ? [] : self.ended(at: time)
        case (.silence(_, let limit), .lastEvent(let last)):
            return time.duration(since: last) >= limit ? self.began(last, at: time) : []
        case (.state(_, let limit), .entered(let entered?)):
            return time.duration(since: entered) >= limit ? self.began(entered, at: time) : []
        default: return []
        }
    }

    private mutating func counted(_ event: ClientReport, _ rate: AlertRate) -> [Alert] {
        guard case .times(var times) = self.facts else { return [] }
        // Taken out, so that the array is changed in place.
        self.facts = .none
        times.append(event.time)
        if times.count > rate.limit + 1 { times.removeFirst() }
        let isOver = Self.isOver(times, rate, at: event.time)
        self.facts = .times(times)
        return isOver ? self.began(event.time, at: event.time, event: event) : []
    }

    private static func isOver(
        _ times: Deque<ChannelsTimestamp>, _ rate: AlertRate, at time: ChannelsTimestamp
    ) -> Bool {
        guard times.count > rate.limit, let first = times.first else { return false }
        return time.duration(since: first) < rate.period
    }

    private mutating func changed(_ event: ClientReport, _ state: ConnectionState) -> [Alert] {
        guard case .stateChanged(let change) = event.kind else { return [] }
        guard change.current == state else {
            self.facts = .entered(nil)
            return self.ended(at: event.time)
        }
        guard case .entered(nil) = self.facts else { return [] }
        self.facts = .entered(event.time)
        return self.ticked(at: event.time)
    }

    // MARK: Raising

    private mutating func applied(at time: ChannelsTimestamp, event: ClientReport) -> [Alert] {
        guard self.mayRaise(at: time) else {
            self.uncounted += 1
            return []
        }
        return [self.alert(at: time, event: event)]
    }

    private mutating func began(
        _ start: ChannelsTimestamp, at time: ChannelsTimestamp, event: ClientReport? = nil
    ) -> [Alert] {
        guard self.raised == nil, self.mayRaise(at: time) else { return [] }
        self.raised = start
        return [self.alert(at: time, event: event)]
    }

    private mutating func ended(at time: ChannelsTimestamp) -> [Alert] {
        guard let raised = self.raised else { return [] }
        self.raised = nil
        return [Alert(of: self.rule, .ended(after: time.duration(since: raised)), at: time)]
    }

    private func mayRaise(at time: ChannelsTimestamp) -> Bool {
        self.last.map { time.duration(since: $0) >= self.rule.pause } ?? true
    }

    private mutating func alert(at time: ChannelsTimestamp, event: ClientReport?) -> Alert {
        defer { (self.last, self.uncounted) = (time, 0) }
        return Alert(of: self.rule, at: time, event: event, uncounted: self.uncounted)
    }
}

extension EventFilter {
    /// Whether a rate or a silence counts a report: an event of an application that the filter
    /// selects. A filter that asks for a kind of line selects other reports too.
    fileprivate func counts(_ event: ClientReport) -> Bool {
        guard case .received = event.kind else {
            return self.root.asksForKind && self.matches(event)
        }
        return self.matches(event)
    }
}
