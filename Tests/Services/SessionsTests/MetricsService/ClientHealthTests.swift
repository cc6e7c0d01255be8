import ChannelsProtocol
import Testing

@testable import BuoySessions

@Suite("The health of a client")
struct ClientHealthTests {
    private static func time(_ seconds: Int) -> ChannelsTimestamp {
        ChannelsTimestamp.zero.advanced(by: .seconds(seconds))
    }

    private static func report(_ kind: ClientReport.Kind, at seconds: Int) -> ClientReport {
        ClientReport(number: 1, time: self.time(seconds), kind: kind)
    }

    private static func change(
        _ previous: ConnectionState, _ current: ConnectionState, _ cause: StateCause = .asked,
        at seconds: Int
    ) -> ClientReport {
        self.report(
            .stateChanged(StateChange(previous: previous, current: current, cause: cause)),
            at: seconds)
    }

    @Test("a client gets a minute to connect, at the start and after a loss")
    func grace() {
        var health = ClientHealth(start: .zero)
        #expect(health.problem(at: Self.time(59)) == nil)
        #expect(health.problem(at: Self.time(61)) == "not connected for 61s")
        health.take([Self.change(.connecting, .connected, at: 70)])
        #expect(health.problem(at: Self.time(500)) == nil)
        health.take([
            Self.change(
                .connected, .connecting, .ended(.pongMissing(after: .seconds(30))), at: 500)
        ])
        health.take([
            Self.change(
                .connecting, .unavailable, .unavailable(after: .seconds(10)), at: 510)
        ])
        #expect(health.problem(at: Self.time(559)) == nil)
        #expect(health.problem(at: Self.time(560)) == "not connected for 60s")
    }

    @Test("a refusal is told at once, and while it is tried again; no word of the server's is")
    func refusal() {
        var health = ClientHealth(start: .zero)
        let end = ConnectionEnd.closed(4001, reason: "hostile")
        health.take([Self.change(.connecting, .failed, .ended(end), at: 1)])
        health.take([Self.change(.failed, .connecting, at: 61)])
        #expect(
            health.problem(at: Self.time(61))
                == "refused permanently: 4001 application does not exist")
        health.take([Self.change(.connecting, .connected, at: 62)])
        #expect(health.problem(at: Self.time(62)) == nil)
    }

    @Test("refused channels are counted, until they are subscribed to")
    func channels() {
        var health = ClientHealth(start: .zero)
        let channel = ChannelName(wire: "private-a")
        health.take([
            Self.change(.connecting, .connected, at: 0),
            Self.report(
                .subscriptionChanged(channel, .failed(SubscriptionFailure(what: "no"))), at: 0),
        ])
        #expect(health.problem(at: Self.time(1)) == "refused channels: 1")
        health.take([Self.report(.subscriptionChanged(channel, .subscribed), at: 2)])
        #expect(health.problem(at: Self.time(2)) == nil)
    }
}
