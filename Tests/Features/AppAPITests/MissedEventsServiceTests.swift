import BuoyDashboard
import BuoyTestSupport
import ChannelsProtocol
import Synchronization
import Testing

@testable import BuoyAppAPI

/// What lines say of the events that a gap cost.
struct MissedEventsServiceTests {
    private static func time(_ seconds: Double) -> ChannelsTimestamp {
        SharingSamples.time.advanced(by: .seconds(seconds))
    }

    private static func report(_ kind: ClientReport.Kind, _ seconds: Double) -> ClientReport {
        ClientReport(number: 1, time: self.time(seconds), kind: kind)
    }

    private static let orders = ChannelName(wire: "orders")

    private static func event(_ data: EventData) -> ChannelsEvent {
        ChannelsEvent(name: "paid", channel: self.orders, data: data)
    }

    /// A connection that is lost after a second and back after three, with one event on each side.
    private static let reports: [ClientReport] = [
        report(SharingSamples.change(.connecting, .connected, SharingSamples.established()), 0),
        report(.subscriptionChanged(orders, .subscribed), 0.1),
        report(.received(event("1")), 0.9),
        report(
            SharingSamples.change(.connected, .connecting, .ended(.closed(4200, reason: ""))), 1),
        report(SharingSamples.change(.connecting, .connected, SharingSamples.established()), 3),
        report(.subscriptionChanged(orders, .subscribed), 3.1),
        report(
            .gap(
                ConnectionGap(
                    lastReceived: time(1), lossNoticed: time(1), reconnected: time(3),
                    channels: [
                        ConnectionGap.Channel(name: orders, subscribedAgain: time(3.1))
                    ])), 3.1),
        report(.received(event("4")), 3.2),
    ]

    @Test("the server's history is asked once, and what arrived is left out")
    func missed() async throws {
        let asked = Mutex<[APIRequest]>([])
        let total = Mutex(0)
        let published = ["1", "2", "3", "4"].map {
            MissedEvents.Event(channel: Self.orders, name: "paid", data: EventData($0))
        }
        let service = MissedEventsService { request in
            asked.withLock { $0.append(request) }
            let time = SharingSamples.time
            return APIReport(
                request, .history(MissedEvents(recovered: published)), sent: time, answered: time)
        } found: { count in
            total.withLock { $0 += count }
        }
        _ = await service.received(Self.reports)
        let early = await service.timePassed(SharingSamples.time.advanced(by: .seconds(4)))
        #expect(early.isEmpty)
        let notes = await service.timePassed(SharingSamples.time.advanced(by: .seconds(8)))
        #expect(total.withLock { $0 } == 2)
        #expect(notes.count == 1)
        #expect(await service.timePassed(SharingSamples.time.advanced(by: .seconds(9))).isEmpty)
        #expect(asked.withLock { $0.count } == 1)
    }

    @Test("a server without a history is asked once")
    func refused() async {
        let asked = Mutex(0)
        let service = MissedEventsService { request in
            asked.withLock { $0 += 1 }
            let time = SharingSamples.time
            return APIReport(
                request, .failed(APIFailure(.refused, "no")), sent: time, answered: time)
        } found: { _ in
        }
        _ = await service.received(Self.reports)
        for second in 8...12 {
            let time = SharingSamples.time.advanced(by: .seconds(Double(second)))
            #expect(await service.timePassed(time).isEmpty)
        }
        #expect(asked.withLock { $0 } == 1)
    }
}
