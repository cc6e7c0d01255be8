package import ChannelsBasics
import ChannelsEventWords
package import ChannelsProtocol

package enum APIFinding: Hashable, Sendable {
    case answered(Duration, ServerView = ServerView())
    case reached(Duration)
    case unknownApp(String)
    case wrongClock(String)
    case refused(String)
    /// No response of the API.
    case failed(FailureParts, CheckFailure)
}

package struct ServerView: Hashable, Sendable {
    var connections: Int?
    /// The status of its health check at `/up`.
    var health: Int?

    package init(connections: Int? = nil, health: Int? = nil) {
        self.connections = connections
        self.health = health
    }

    /// `812 connections`
    var words: String { self.connections.map { Figures.counted($0, "connection") } ?? "" }

    var fault: String? {
        guard let health = self.health, health >= 500 else { return nil }
        return "the server's health check (/up) returned \(health): see its log"
    }
}

extension ConnectionCheck {
    package enum APIQuestions: Hashable, Sendable {
        case reach
        case ask
        case publish(ProbeEvent)

        var steps: [CheckStep] {
            let names: [CheckStep.Name] =
                switch self {
                case .reach: [.api]
                case .ask: [.api, .clock, .appID, .signature]
                case .publish: [.api, .clock, .appID, .signature, .publish, .arrival]
                }
            return names.map(CheckStep.init)
        }
    }

    package struct ProbeEvent: Hashable, Sendable {
        package let channel: ChannelName
        let token: String

        package static let name: EventName = "buoy-check"

        package init(token: String) {
            self.channel = ChannelName(wire: "buoy-check")
            self.token = token
        }

        package var data: String { #"{"check":"\#(self.token)"}"# }
    }

    package mutating func asked(_ finding: APIFinding) -> Request? {
        switch finding {
        case .answered(let duration, let view):
            self.update(.api) { step in
                step.warning = view.fault
                step.settle(
                    view.fault == nil ? .ok : .warning, view.fault ?? view.words,
                    after: duration)
            }
            for name in [CheckStep.Name.clock, .appID, .signature] { self.settle(name, .ok, "") }
        case .reached(let duration):
            self.settle(
                .api, .ok, "reachable; for more, add --app-id and --secret-file", after: duration)
        case .failed(let trouble, let failure): self.notReached(trouble, failure)
        case .unknownApp(let text): self.apiFailed(.appID, text, .unauthorized)
        case .wrongClock(let text): self.apiFailed(.clock, text, .unauthorized)
        case .refused(let text): self.apiFailed(.signature, text, .unauthorized)
        }
        return self.publishing()
    }

    package mutating func published(_ error: String?, after duration: Duration) {
        guard let error else { return self.settle(.publish, .ok, "on buoy-check", after: duration) }
        self.apiFailed(.publish, error, .refused)
    }

    private mutating func notReached(_ trouble: FailureParts, _ failure: CheckFailure) {
        self.update(.api) { $0.trouble = trouble }
        let text = trouble.sentence
        guard self.subject.api == .reach else { return self.apiFailed(.api, text, failure) }
        self.update(.api) { $0.settle(.warning, text) }
    }

    /// Steps before the failed one, in the order of the question, work; those after it cannot be
    /// tried.
    private mutating func apiFailed(
        _ name: CheckStep.Name, _ text: String, _ failure: CheckFailure
    ) {
        self.apiFailure = self.apiFailure ?? failure
        let order: [CheckStep.Name] = [.api, .clock, .appID, .signature, .publish, .arrival]
        let place = order.firstIndex(of: name) ?? 0
        for (index, step) in order.enumerated() where index != place {
            // Servers differ in what they look at first, so only being reached is sure.
            let isReached = index == 0
            self.settle(step, isReached ? .ok : .skipped, isReached ? "" : "not tried")
        }
        self.settle(name, .failed, text)
    }

    mutating func publishing() -> Request? {
        guard case .publish(let probe) = self.subject.api, !self.hasPublished,
            self.status(of: .signature) == .ok, self.status(of: .channel(probe.channel)) == .ok
        else { return nil }
        self.hasPublished = true
        return .publish(probe)
    }

    mutating func received(_ event: ChannelsEvent, at time: ChannelsTimestamp) {
        guard case .publish(let probe) = self.subject.api, event.channel == probe.channel,
            event.data.text.contains(probe.token), let start = self.publishStart
        else { return }
        self.settle(.arrival, .ok, "", after: max(time.duration(since: start), .zero))
    }

    private mutating func settle(
        _ name: CheckStep.Name, _ status: CheckStep.Status, _ detail: String,
        after duration: Duration? = nil
    ) {
        self.update(name) { $0.settle(status, detail, after: duration) }
    }

    private func status(of name: CheckStep.Name) -> CheckStep.Status? {
        self.steps.first { $0.name == name }?.status
    }
}
