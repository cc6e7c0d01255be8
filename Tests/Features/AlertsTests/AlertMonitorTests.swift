import Testing

@testable import BuoyAlerts
@testable import BuoyDashboard
@testable import ChannelsProtocol

@Suite("Alerts")
struct AlertMonitorTests {
    /// So many seconds after the start.
    private func time(_ seconds: Double) -> ChannelsTimestamp {
        ChannelsTimestamp.zero.advanced(by: .milliseconds(Int(seconds * 1000)))
    }

    private func event(_ name: String, at seconds: Double, number: Int = 1) -> ClientReport {
        ClientReport(
            number: number, time: self.time(seconds),
            kind: .received(
                ChannelsEvent(
                    name: EventName(name), channel: ChannelName(wire: "orders"),
                    data: EventData("{}"))))
    }

    private func state(_ state: ConnectionState, at seconds: Double) -> ClientReport {
        let change = StateChange(previous: .connecting, current: state, cause: .asked)
        return ClientReport(number: 1, time: self.time(seconds), kind: .stateChanged(change))
    }

    private func monitor(
        _ condition: AlertRule.Condition, pause: Duration = .zero
    ) -> AlertMonitor {
        AlertMonitor([AlertRule("rule", when: condition, pause: pause)], from: .zero)
    }

    @Test("each event that the filter selects raises one, with its name")
    func events() throws {
        var monitor = self.monitor(.event(try EventFilter("event:order.failed")))
        let alerts = monitor.received([
            self.event("order.paid", at: 1), self.event("order.failed", at: 2, number: 7),
        ])
        #expect(alerts.map(\.sentence) == ["rule: order.failed on orders"])
        #expect(alerts.first?.event?.number == 7)
        #expect(alerts.first?.time == self.time(2))
    }

    @Test("a report about a channel is told with the channel")
    func channelReports() throws {
        let orders = ChannelName("orders")
        let lobby = ChannelName("presence-lobby")
        var monitor = self.monitor(.event(try EventFilter("")))
        let kinds: [ClientReport.Kind] = [
            .subscriptionChanged(orders, .requested), .subscriptionChanged(orders, .subscribed),
            .memberAdded(lobby, PresenceMember(id: UserID("ana"))),
        ]
        let alerts = monitor.received(
            kinds.map { ClientReport(number: 1, time: self.time(1), kind: $0) })
        #expect(
            alerts.map(\.sentence) == [
                "rule: requested on orders: waiting for a connection",
                "rule: subscribed on orders", "rule: joined on presence-lobby: ana",
            ])
    }

    @Test("in the pause after an alert, events are counted, and the next alert says how many")
    func pause() throws {
        var monitor = self.monitor(.event(try EventFilter("order")), pause: .seconds(10))
        #expect(monitor.received([self.event("order", at: 1)]).count == 1)
        #expect(monitor.received([self.event("order", at: 5), self.event("order", at: 9)]).isEmpty)
        let next = monitor.received([self.event("order", at: 11)])
        #expect(
            next.map(\.sentence) == ["rule: order on orders (and 2 more since the last alert)"])
        #expect(monitor.received([self.event("order", at: 21)]).first?.uncounted == 0)
    }

    @Test("a rate is exceeded once, until it is kept again")
    func rate() throws {
        let rate = try #require(AlertRate(typed: "> 2/10s"))
        var monitor = self.monitor(.rate(try EventFilter(""), rate))
        #expect(monitor.received([self.event("a", at: 1), self.event("a", at: 5)]).isEmpty)
        let alerts = monitor.received([self.event("a", at: 10.5)])
        #expect(alerts.map(\.sentence) == ["rule: more than 2 events in 10s"])
        #expect(monitor.received([self.event("a", at: 10.6)]).isEmpty)
        #expect(monitor.ticked(at: self.time(14)).isEmpty)
        let over = monitor.ticked(at: self.time(16))
        #expect(over.map(\.phase) == [.ended(after: .milliseconds(5500))])
        #expect(monitor.ticked(at: self.time(17)).isEmpty)
    }

    @Test("three events over eleven seconds are not more than two in ten")
    func rateKept() throws {
        let rate = try #require(AlertRate(typed: "2/10s"))
        var monitor = self.monitor(.rate(try EventFilter(""), rate))
        let events = [1.0, 6, 12].map { self.event("a", at: $0) }
        #expect(monitor.received(events).isEmpty)
    }

    @Test("silence is told once, counted from the start, and ends with the next event")
    func silence() throws {
        var monitor = self.monitor(.silence(try EventFilter("tick"), .seconds(300)))
        #expect(monitor.ticked(at: self.time(299)).isEmpty)
        #expect(monitor.ticked(at: self.time(300)).map(\.sentence) == ["rule: no event for 5m"])
        #expect(monitor.ticked(at: self.time(301)).isEmpty)
        #expect(monitor.received([self.event("other", at: 302)]).isEmpty)
        let over = monitor.received([self.event("tick", at: 310)])
        #expect(over.map(\.sentence) == ["rule: an event arrived after 5m10s"])
        #expect(over.map(\.phase) == [.ended(after: .seconds(310))])
        #expect(monitor.ticked(at: self.time(609)).isEmpty)
        #expect(monitor.ticked(at: self.time(610)).count == 1)
    }

    @Test("a silence is not broken, and a rate not kept up, by reports that are no events")
    func onlyEvents() throws {
        func report(at seconds: Double) -> ClientReport {
            let orders = ChannelName(wire: "orders")
            return ClientReport(
                number: 1, time: self.time(seconds), kind: .subscriptionChanged(orders, .requested))
        }
        let filter = try EventFilter("channel:orders")
        var silence = self.monitor(.silence(filter, .seconds(5)))
        #expect(silence.ticked(at: self.time(5)).count == 1)
        #expect(silence.received([report(at: 16), report(at: 17)]).isEmpty)
        #expect(silence.received([self.event("tick", at: 18)]).count == 1)
        let few = try #require(AlertRate(typed: "> 1/10s"))
        var rate = self.monitor(.rate(filter, few))
        #expect(rate.received([report(at: 1), report(at: 2), report(at: 3)]).isEmpty)
        var asked = self.monitor(.rate(try EventFilter("kind:channel -orders.x"), few))
        #expect(asked.received([report(at: 1), report(at: 2)]).count == 1)
    }

    @Test("a state counts from when it was entered, and ends when it is left")
    func states() {
        var monitor = self.monitor(.state(.unavailable, .seconds(30)))
        #expect(monitor.received([self.state(.unavailable, at: 10)]).isEmpty)
        #expect(monitor.ticked(at: self.time(39)).isEmpty)
        #expect(
            monitor.ticked(at: self.time(40)).map(\.sentence) == ["rule: unavailable for 30s"])
        let over = monitor.received([self.state(.connected, at: 55)])
        #expect(over.map(\.sentence) == ["rule: no longer unavailable, after 45s"])
        #expect(monitor.ticked(at: self.time(90)).isEmpty)
    }

    @Test("a state that is left in time raises nothing; without a time it raises at once")
    func shortStates() {
        var monitor = self.monitor(.state(.unavailable, .seconds(30)))
        _ = monitor.received([
            self.state(.unavailable, at: 10), self.state(.connecting, at: 20),
        ])
        #expect(monitor.ticked(at: self.time(60)).isEmpty)
        var atOnce = self.monitor(.state(.failed, .zero))
        #expect(atOnce.received([self.state(.failed, at: 3)]).count == 1)
    }

    @Test("a gap counts from its duration")
    func gaps() {
        func gap(_ seconds: Double) -> ClientReport {
            let gap = ConnectionGap(
                lastReceived: self.time(10), lossNoticed: self.time(11),
                reconnected: self.time(10 + seconds))
            return ClientReport(number: 1, time: self.time(20), kind: .gap(gap))
        }
        var monitor = self.monitor(.gap(.seconds(2)))
        #expect(monitor.received([gap(1.9)]).isEmpty)
        #expect(monitor.received([gap(2)]).count == 1)
    }

    @Test("after a reload, a rule that is the same goes on, and others start anew")
    func reload() throws {
        let silence = AlertRule(
            "quiet", when: .silence(try EventFilter(""), .seconds(60)), pause: .zero)
        var monitor = AlertMonitor([silence], from: .zero)
        let other = AlertRule("other", when: .silence(try EventFilter(""), .seconds(50)))
        monitor.use([other, silence], at: self.time(30))
        #expect(monitor.ticked(at: self.time(60)).map(\.rule.name) == ["quiet"])
        #expect(monitor.ticked(at: self.time(80)).map(\.rule.name) == ["other"])
        monitor.use([], at: self.time(81))
        #expect(monitor.isEmpty)
    }

    @Test(
        "rates are read",
        arguments: [
            ("> 5/m", 5, Duration.seconds(60)), ("5/s", 5, .seconds(1)),
            (">100 / 10s", 100, .seconds(10)), ("> 0/2h", 0, .seconds(7200)),
        ])
    func rates(text: String, limit: Int, period: Duration) throws {
        let rate = try #require(AlertRate(typed: text))
        #expect(rate.limit == limit)
        #expect(rate.period == period)
    }

    @Test(
        "other rates are not",
        arguments: ["", ">", "5", "5/", "/m", "-1/m", "5/w", "100001/s", "5/m/s"])
    func wrongRates(text: String) {
        #expect(AlertRate(typed: text) == nil)
    }
}
