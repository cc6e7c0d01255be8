import BuoyAppAPI
import ChannelsProtocol
import Testing

@Suite("Measuring the delivery")
struct PublishProbeTests {
    private static let channel = ChannelName(wire: "news")

    private static func probe(count: Int = 2, isSubscribed: Bool = true) -> PublishProbe {
        PublishProbe(
            self.channel, count: count, nonce: "abc", isSubscribed: isSubscribed, at: .zero)
    }

    private static func publication(_ step: PublishProbe.Step) -> Publication? {
        if case .publish(let publication) = step { publication } else { nil }
    }

    private static func arrival(_ publication: Publication?) -> ChannelsEvent {
        ChannelsEvent(
            name: PublishProbe.event, channel: self.channel,
            data: EventData(publication?.data ?? ""))
    }

    private static func answer(
        _ publication: Publication?, _ outcome: APIReport.Outcome = .done, sent: Duration,
        answered: Duration
    ) -> APIReport {
        APIReport(
            .publish(
                publication ?? Publication(to: .channels([]), event: "x", data: "")), outcome,
            sent: AppFixture.at(sent), answered: AppFixture.at(answered))
    }

    @Test("each event is measured from its request to its arrival, whichever report comes first")
    func measures() throws {
        var probe = Self.probe()
        let first = Self.publication(probe.start(at: AppFixture.at(.seconds(1))))
        #expect(first?.data == #"{"probe":"abc","n":0}"#)
        // The answer, then the event.
        let waiting = probe.answered(
            Self.answer(first, sent: .milliseconds(1001), answered: .milliseconds(1005)))
        #expect(waiting == .none)
        let second = Self.publication(
            probe.received(Self.arrival(first), at: AppFixture.at(.milliseconds(1011))))
        // The event, then the answer.
        let early = probe.received(Self.arrival(second), at: AppFixture.at(.milliseconds(1020)))
        #expect(early == .none)
        let end = probe.answered(
            Self.answer(second, sent: .milliseconds(1012), answered: .milliseconds(1022)))
        guard case .end(let result, unsubscribe: nil) = end else {
            Issue.record("\(end)")
            return
        }
        #expect(result.arrivals == [.milliseconds(8), .milliseconds(10)])
        #expect(result.answers == [.milliseconds(4), .milliseconds(10)])
        #expect(result.lost == 0)
        #expect(probe.isOver)
        #expect(
            result.sentence == "probe of news: 2 of 2 arrived, p50 8.0ms, p90 10ms, p99 10ms, "
                + "max 10ms")
    }

    @Test("other events, and those of other probes, are not counted")
    func others() {
        var probe = Self.probe()
        let first = Self.publication(probe.start(at: .zero))
        let foreign = ChannelsEvent(
            name: PublishProbe.event, channel: Self.channel,
            data: EventData(#"{"probe":"xyz","n":0}"#))
        let step = probe.received(foreign, at: AppFixture.at(.milliseconds(1)))
        #expect(step == .none)
        let elsewhere = ChannelsEvent(
            name: PublishProbe.event, channel: ChannelName(wire: "other"),
            data: EventData(first?.data ?? ""))
        let second = probe.received(elsewhere, at: AppFixture.at(.milliseconds(1)))
        #expect(second == .none)
        #expect(probe.result.arrivals.isEmpty)
    }

    @Test("an event that does not arrive is lost, and the next one is published")
    func lost() {
        var probe = Self.probe()
        let first = Self.publication(probe.start(at: .zero))
        _ = probe.answered(Self.answer(first, sent: .zero, answered: .milliseconds(2)))
        let early = probe.timePassed(AppFixture.at(.milliseconds(4999)))
        #expect(early == .none)
        let second = Self.publication(probe.timePassed(AppFixture.at(.seconds(5))))
        #expect(second?.data == #"{"probe":"abc","n":1}"#)
        // Too late for the first.
        let late = probe.received(Self.arrival(first), at: AppFixture.at(.seconds(6)))
        #expect(late == .none)
        guard case .end(let result, _) = probe.timePassed(AppFixture.at(.seconds(10))) else {
            Issue.record("the probe goes on")
            return
        }
        #expect(result.lost == 2)
        #expect(result.figures.contains { $0 == ("lost", "2") })
    }

    @Test("a channel that is not subscribed is subscribed first, and left afterwards")
    func subscribes() {
        var probe = Self.probe(count: 1, isSubscribed: false)
        let start = probe.start(at: .zero)
        #expect(start == .subscribe(Self.channel))
        let first = Self.publication(
            probe.subscription(isMade: true, at: AppFixture.at(.milliseconds(3))))
        _ = probe.received(Self.arrival(first), at: AppFixture.at(.milliseconds(9)))
        let end = probe.answered(
            Self.answer(first, sent: .milliseconds(4), answered: .milliseconds(10)))
        guard case .end(_, unsubscribe: Self.channel) = end else {
            Issue.record("\(end)")
            return
        }
    }

    @Test("a refused subscription or publication ends it, with the reason")
    func refused() {
        var one = Self.probe(isSubscribed: false)
        _ = one.start(at: .zero)
        guard case .end(let first, _) = one.subscription(isMade: false, at: .zero) else {
            Issue.record("the probe goes on")
            return
        }
        #expect(first.problem == "could not subscribe to news")

        var other = Self.probe()
        let publication = Self.publication(other.start(at: .zero))
        let refusal = Self.answer(
            publication, .failed(APIFailure(.refused, "wrong secret")), sent: .zero,
            answered: .zero)
        guard case .end(let second, _) = other.answered(refusal) else {
            Issue.record("the probe goes on")
            return
        }
        #expect(second.problem == "wrong secret")
        #expect(second.sentence == "probe of news: 0 of 2 arrived, ended early: wrong secret")
    }

    @Test("percentiles by nearest rank", arguments: [(50, 50), (90, 90), (99, 99), (100, 100)])
    func percentiles(percent: Int, expected: Int) {
        let times = (1...100).map { Duration.milliseconds($0) }
        #expect(ProbeResult.percentile(percent, of: times) == .milliseconds(expected))
        #expect(ProbeResult.percentile(percent, of: []) == nil)
        #expect(ProbeResult.percentile(percent, of: [.seconds(1)]) == .seconds(1))
    }
}

private func == (left: (String, String), right: (String, String)) -> Bool {
    left.0 == right.0 && left.1 == right.1
}
