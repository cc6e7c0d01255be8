package import ChannelsProtocol

/// Measures the time from publishing to arrival: publishes small events one after the other.
/// They carry a random word, so that those of other probes are not counted.
package struct PublishProbe: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case none
        case subscribe(ChannelName)
        case publish(Publication)
        case end(ProbeResult, unsubscribe: ChannelName?)
    }

    private enum State: Hashable {
        case subscribing(since: ChannelsTimestamp)
        case waiting(Flight)
        case over
    }

    private struct Flight: Hashable {
        let requested: ChannelsTimestamp
        /// When the request was sent, which its response says: it may have waited before.
        var sent: ChannelsTimestamp?
        var arrived: ChannelsTimestamp?
    }

    let channel: ChannelName
    let count: Int
    private let nonce: String
    private let subscribes: Bool
    private var state: State
    private var index = 0
    private var arrivals: [Duration] = []
    private var answers: [Duration] = []
    private var lost = 0

    package static let event: EventName = "buoy-probe"
    static let standardCount = 20
    static let countLimit = 1000
    static let patience = Duration.seconds(5)

    package init(
        _ channel: ChannelName, count: Int, nonce: String, isSubscribed: Bool,
        at now: ChannelsTimestamp
    ) {
        self.channel = channel
        self.count = min(max(count, 1), Self.countLimit)
        self.nonce = nonce
        self.subscribes = !isSubscribed
        self.state = .subscribing(since: now)
    }

    package var isOver: Bool { self.state == .over }

    package mutating func start(at now: ChannelsTimestamp) -> Step {
        self.subscribes ? .subscribe(self.channel) : self.publish(at: now)
    }

    package mutating func subscription(isMade: Bool, at now: ChannelsTimestamp) -> Step {
        guard case .subscribing = self.state, self.subscribes else { return .none }
        return isMade
            ? self.publish(at: now) : self.end("could not subscribe to \(self.channel.text)")
    }

    package mutating func answered(_ report: APIReport) -> Step {
        guard case .publish(let publication) = report.request,
            publication.purpose == .probe(self.index),
            publication.data == self.data(self.index), case .waiting(var flight) = self.state
        else { return .none }
        if case .failed(let failure) = report.outcome { return self.end(failure.text) }
        self.answers.append(report.answered.duration(since: report.sent))
        flight.sent = report.sent
        return self.proceed(flight, at: report.answered)
    }

    package mutating func received(_ event: ChannelsEvent, at time: ChannelsTimestamp) -> Step {
        guard event.channel == self.channel, event.name == Self.event,
            case .waiting(var flight) = self.state, flight.arrived == nil,
            event.data.text == self.data(self.index)
        else { return .none }
        flight.arrived = time
        return self.proceed(flight, at: time)
    }

    package mutating func timePassed(_ now: ChannelsTimestamp) -> Step {
        switch self.state {
        case .over: return .none
        case .subscribing(let since):
            guard now.duration(since: since) >= Self.patience else { return .none }
            return self.end("subscribing to \(self.channel.text) timed out")
        case .waiting(let flight):
            guard now.duration(since: flight.requested) >= Self.patience else { return .none }
            if let arrived = flight.arrived {
                self.arrivals.append(arrived.duration(since: flight.requested))
            } else {
                self.lost += 1
            }
            return self.next(at: now)
        }
    }

    mutating func cancel() -> Step { self.isOver ? .none : self.end("cancelled") }

    package var result: ProbeResult { self.result(nil) }

    private mutating func proceed(_ flight: Flight, at now: ChannelsTimestamp) -> Step {
        self.state = .waiting(flight)
        guard let sent = flight.sent, let arrived = flight.arrived else { return .none }
        self.arrivals.append(max(arrived.duration(since: sent), .zero))
        return self.next(at: now)
    }

    private mutating func next(at now: ChannelsTimestamp) -> Step {
        self.index += 1
        return self.index < self.count ? self.publish(at: now) : self.end(nil)
    }

    private mutating func publish(at now: ChannelsTimestamp) -> Step {
        self.state = .waiting(Flight(requested: now))
        return .publish(
            Publication(
                to: .channels([self.channel]), event: Self.event, data: self.data(self.index),
                purpose: .probe(self.index)))
    }

    private func data(_ number: Int) -> String {
        #"{"probe":"\#(self.nonce)","n":\#(number)}"#
    }

    private mutating func end(_ problem: String?) -> Step {
        self.state = .over
        return .end(self.result(problem), unsubscribe: self.subscribes ? self.channel : nil)
    }

    private func result(_ problem: String?) -> ProbeResult {
        ProbeResult(
            channel: self.channel, count: self.count, arrivals: self.arrivals,
            answers: self.answers, lost: self.lost, problem: problem)
    }
}
