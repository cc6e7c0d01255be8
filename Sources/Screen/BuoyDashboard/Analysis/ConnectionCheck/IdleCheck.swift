import ChannelsEventWords
package import ChannelsProtocol

/// Finds out after how much time without traffic something on the way ends a connection.
package struct IdleCheck: Sendable {
    private let limit: Duration
    private var timeout: Duration?
    private var last: ChannelsTimestamp?
    private var ending: (end: ConnectionEnd, silence: Duration?)?

    package init(limit: Duration) { self.limit = limit }

    package mutating func reported(_ event: ClientReport) {
        guard self.ending == nil else { return }
        if event.kind.traffic != .none { self.last = event.time }
        switch event.kind {
        case .stateChanged(let change):
            if case .established(let connection) = change.cause {
                self.last = event.time
                self.timeout = connection.activityTimeout
            }
            if let end = change.cause.end { self.ended(end, at: event.time) }
        case .attemptFailed(_, let end, _): self.ended(end, at: event.time)
        default: break
        }
    }

    private mutating func ended(_ end: ConnectionEnd, at time: ChannelsTimestamp) {
        self.ending = (end, self.last.map { max(time.duration(since: $0), .zero) })
    }

    package var isComplete: Bool { self.ending != nil }

    package var result: (steps: [CheckStep], failure: CheckFailure?) {
        var step = CheckStep(.idle)
        guard let (end, silence) = self.ending else {
            let pings = self.timeout.map {
                $0 < self.limit ? ", with a ping every \(Figures.duration($0))" : ""
            }
            step.settle(
                .ok, "the connection stayed open for \(Figures.duration(self.limit))\(pings ?? "")"
            )
            return ([step], nil)
        }
        guard let silence else {
            step.settle(.failed, end.words(.clause))
            return ([step], .unreachable)
        }
        step.settle(.failed, self.sentence(end, silence), after: silence)
        return ([step], .unreachable)
    }

    private func sentence(_ end: ConnectionEnd, _ silence: Duration) -> String {
        let time = Figures.duration(silence)
        if let code = end.closeCode {
            return "the server closed the connection with \(code.rawValue) after \(time) "
                + "without traffic"
        }
        let seconds = max(Int(silence.components.seconds) * 4 / 5, 1)
        return
            "the connection was lost after \(time) without traffic, with no close frame: an "
            + "idle timeout on the path. Raise it (nginx: proxy_read_timeout, haproxy: timeout "
            + "tunnel), or ping more often: --activity-timeout \(seconds)"
    }
}
