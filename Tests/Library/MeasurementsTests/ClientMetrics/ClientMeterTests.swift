import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import ChannelsMeasurements

@Suite("What is measured of a client")
struct ClientMeterTests {
    /// A client that is measured, with the totals of everything it has said.
    private struct Measured {
        var meter: ClientMeter
        private(set) var values: [String: Double] = [:]
        /// Round trips, in seconds.
        private(set) var observed: [Double] = []
        private var number = 0

        init(channelLimit: Int = 100) {
            self.meter = ClientMeter(channelLimit: channelLimit)
            self.add(self.meter.initial)
        }

        mutating func report(_ kinds: ClientReport.Kind..., at time: ChannelsTimestamp = .zero) {
            self.report(kinds, at: time)
        }

        mutating func report(_ kinds: [ClientReport.Kind], at time: ChannelsTimestamp = .zero) {
            let batch = kinds.map { kind in
                self.number += 1
                return ClientReport(number: self.number, time: time, kind: kind)
            }
            self.add(self.meter.measure(batch))
        }

        mutating func add(_ changes: [Measurement]) {
            for change in changes {
                let name = change.family.name.replacing("channels_client_", with: "")
                let key = ([name] + change.labels).joined(separator: " ")
                switch change.change {
                case .add(let difference): self.values[key, default: 0] += difference
                case .set(let value): self.values[key] = value
                case .observe(let value): self.observed.append(value)
                }
            }
        }

        subscript(_ key: String) -> Double? { self.values[key] }
    }

    private static func event(_ channel: String?, _ data: String = "{}") -> ClientReport.Kind {
        .received(
            ChannelsEvent(
                name: "e", channel: channel.map { ChannelName(wire: $0) }, data: EventData(data)))
    }

    private static func subscribed(_ channel: String) -> ClientReport.Kind {
        .subscriptionChanged(ChannelName(wire: channel), .subscribed)
    }

    private static func change(
        _ previous: ConnectionState, _ current: ConnectionState, _ cause: StateCause
    ) -> ClientReport.Kind {
        .stateChanged(StateChange(previous: previous, current: current, cause: cause))
    }

    private static func attempt(_ number: Int) -> ClientReport.Kind {
        .attemptStarted(
            ConnectionAttempt(
                number: number, address: "ws://a:1", usesTLS: false, timeLimit: .seconds(10)))
    }

    private static func established() throws -> StateCause {
        .established(
            Establishment(
                socketID: try #require(SocketID("1.1")), serverActivityTimeout: nil,
                activityTimeout: .seconds(120), attempt: 1))
    }

    private static let refusal = ConnectionEnd.failed(
        ConnectFailure(kind: .unreachable, what: "refused"))

    @Test("before the first report, everything is known and nothing has happened")
    func initial() {
        let client = Measured()
        #expect(client["state initialized"] == 1)
        #expect(client["state connected"] == 0)
        for name in [
            "attempts", "gaps", "gap_seconds", "downtime_seconds", "skipped_events", "sent_events",
            "subscribed_channels", "requested_channels", "refused_channels", "events (other)",
            "event_data_bytes (other)",
            "round_trip_seconds",
        ] { #expect(client[name] == 0, "\(name)") }
        // The first change of a series that was not there is none to increase().
        for (family, labels) in [
            ("connection_losses", EndLabel.allCases.map(\.rawValue)),
            ("attempt_failures", EndLabel.allCases.map(\.rawValue)),
            ("subscription_failures", PhaseLabel.allCases.map(\.rawValue)),
            ("problems", ProblemLabel.allCases.map(\.rawValue)),
            ("state_changes", ConnectionState.allCases.map(\.rawValue)),
        ] {
            for label in labels {
                #expect(client["\(family) \(label)"] == 0, "\(family) \(label)")
            }
        }
    }

    @Test("requested, subscribed and refused channels")
    func channelCounts() {
        var client = Measured()
        let orders = ChannelName(wire: "private-orders")
        let refused = SubscriptionState.failed(
            SubscriptionFailure(phase: .authorization, status: 403, what: "no"))
        client.report(
            .subscriptionChanged(orders, .requested), .subscriptionChanged(orders, refused),
            Self.subscribed("news"))
        #expect(client["requested_channels"] == 2)
        #expect(client["subscribed_channels"] == 1)
        #expect(client["refused_channels"] == 1)
        // A refusal stands while it is tried again.
        client.report(.subscriptionChanged(orders, .requested))
        #expect(client["refused_channels"] == 1)
        client.report(.subscriptionChanged(orders, .subscribed))
        #expect(client["refused_channels"] == 0)
        client.report(
            .subscriptionChanged(orders, refused), .subscriptionChanged(orders, .unsubscribed))
        #expect(client["refused_channels"] == 0)
        #expect(client["requested_channels"] == 1)
    }

    @Test("a connection that fails, is established, lost and asked for again")
    func connection() throws {
        var client = Measured()
        let established = try Self.established()
        client.report(Self.change(.initialized, .connecting, .asked), Self.attempt(1))
        client.report(
            .attemptFailed(attempt: 1, Self.refusal),
            Self.change(.connecting, .unavailable, .unavailable(after: .seconds(10))),
            Self.attempt(2),
            .attemptFailed(attempt: 2, .timedOut(in: .tcp, limit: .seconds(5))),
            Self.attempt(3), Self.change(.unavailable, .connected, established))
        #expect(client["attempts"] == 3)
        #expect(client["attempt_failures unreachable"] == 1)
        #expect(client["attempt_failures timed_out"] == 1)
        #expect(client["state connected"] == 1)
        #expect(client["state unavailable"] == 0)
        #expect(client["state_changes connected"] == 1)
        client.report(
            Self.change(.connected, .connecting, .ended(.pongMissing(after: .seconds(30)))),
            Self.change(.connecting, .connected, established),
            Self.change(.connected, .connecting, .ended(.reconnectAsked)),
            .attemptFailed(attempt: 1, .reconnectAsked),
            Self.change(.connecting, .connected, established),
            Self.change(.connected, .disconnected, .asked))
        #expect(client["connection_losses pong_missing"] == 1)
        #expect(
            client.values.filter { $0.key.hasPrefix("connection_losses") && $0.value > 0 }.count
                == 1)
        #expect(client["state_changes connected"] == 3)
        #expect(client["state disconnected"] == 1)
        client.report(Self.change(.connecting, .failed, .gaveUp(attempts: 4, Self.refusal)))
        #expect(client["attempt_failures unreachable"] == 2)
    }

    @Test(
        "the reasons are few, whatever a server sends",
        arguments: [
            (4001 as UInt16, "closed_refused"), (4100, "closed_back_off"),
            (4201, "closed_reconnect"), (1006, "closed"), (4999, "closed"),
        ])
    func closeCodes(code: UInt16, label: String) {
        var client = Measured()
        let end = ConnectionEnd.closed(CloseCode(rawValue: code), reason: "\u{1B}[2J")
        client.report(Self.change(.connected, .connecting, .ended(end)))
        #expect(client["connection_losses \(label)"] == 1)
    }

    @Test(
        "why it failed is told until it is connected again, in words of ours",
        arguments: [
            (ConnectionEnd.closed(4001, reason: "x"), "4001 application does not exist"),
            (.closed(4042, reason: "x"), "4042 do not reconnect"),
            (.closed(1006, reason: "x"), "other abnormal closure"),
            (
                .failed(ConnectFailure(kind: .httpStatus(403, retryAfter: nil), what: "x")),
                "403 http_status"
            ),
            (.failed(ConnectFailure(kind: .settings, what: "x")), " settings"),
        ])
    func failure(end: ConnectionEnd, labels: String) throws {
        var client = Measured()
        client.report(Self.change(.connecting, .failed, .ended(end)))
        #expect(client["failure \(labels)"] == 1, "\(client.values)")
        client.report(Self.change(.failed, .connecting, .asked))
        #expect(client["failure \(labels)"] == 1)
        client.report(Self.change(.connecting, .failed, .ended(.closed(4003, reason: ""))))
        #expect(client["failure \(labels)"] == 0)
        #expect(client["failure 4003 application disabled"] == 1)
        client.report(Self.change(.failed, .connected, try Self.established()))
        #expect(client.values.allSatisfy { !$0.key.hasPrefix("failure ") || $0.value == 0 })
    }

    @Test("events count by channel, also those of one batch on several channels in turns")
    func events() {
        var client = Measured()
        client.report(Self.subscribed("a"), Self.subscribed("b"))
        #expect(client["subscribed_channels"] == 2)
        #expect(client["events a"] == 0)
        client.report(
            Self.event("a", "12345"), Self.event("b", "1"), Self.event("a", "123"), Self.event("a"))
        #expect(client["events a"] == 3)
        #expect(client["event_data_bytes a"] == 10)
        #expect(client["events b"] == 1)
        client.report(Self.event("b", "1"))
        #expect(client["events b"] == 2)
        #expect(client["events (other)"] == 0)
    }

    @Test("a channel has a name only if it was subscribed to, and there is room; nothing is lost")
    func boundedLabels() {
        var client = Measured(channelLimit: 2)
        for name in ["a", "b", "c"] { client.report(Self.subscribed(name)) }
        client.report(
            Self.event("a"), Self.event("c"), Self.event("never-subscribed"), Self.event(nil),
            Self.event("#server-to-user-ana"))
        #expect(client["events a"] == 1)
        #expect(client["events (other)"] == 3)
        #expect(client["events (user)"] == 1)
        client.report(
            .subscriptionChanged(ChannelName(wire: "a"), .unsubscribed), Self.subscribed("d"))
        client.report(Self.event("d"), Self.event("a"))
        // A channel keeps its name, so that a monitoring system sees no series come and go.
        #expect(client["events a"] == 2)
        #expect(client["events (other)"] == 4)
        #expect(client["subscribed_channels"] == 3)
        let names = client.values.keys.filter { $0.hasPrefix("events ") }
        #expect(Set(names) == ["events a", "events b", "events (other)", "events (user)"])
    }

    @Test("the channel of a signed-in user shows the user's id to nobody")
    func userChannel() {
        var client = Measured()
        client.report(Self.subscribed("#server-to-user-ana"), Self.event("#server-to-user-ana"))
        #expect(client["events (user)"] == 1)
        #expect(!client.values.keys.contains { $0.contains("ana") })
    }

    @Test("a refused subscription counts by who refused")
    func refusals() {
        var client = Measured()
        let channel = ChannelName(wire: "private-a")
        client.report(
            Self.subscribed("private-a"),
            .subscriptionChanged(
                channel, .failed(SubscriptionFailure(phase: .authorization, what: "403"))),
            .subscriptionChanged(
                channel, .failed(SubscriptionFailure(phase: .subscription, what: "no"))))
        #expect(client["subscription_failures authorization"] == 1)
        #expect(client["subscription_failures server"] == 1)
        #expect(client["subscribed_channels"] == 0)
    }

    @Test("a gap counts once, and its time once, also if a channel comes back later")
    func gaps() {
        var client = Measured()
        func gap(_ start: Int, _ end: Int) -> ClientReport.Kind {
            .gap(
                ConnectionGap(
                    from: ChannelsTimestamp.zero.advanced(by: .seconds(start)),
                    to: ChannelsTimestamp.zero.advanced(by: .seconds(end)), channels: 1))
        }
        client.report(gap(10, 14))
        #expect(client["gaps"] == 1)
        #expect(client["gap_seconds"] == 4)
        client.report(gap(10, 16))
        #expect(client["gaps"] == 1)
        #expect(client["gap_seconds"] == 6)
        client.report(gap(15, 17))
        #expect(client["gaps"] == 2)
        #expect(client["gap_seconds"] == 7)
        client.report(gap(10, 12))
        #expect(client["gap_seconds"] == 7)
    }

    @Test("the silence before a loss counts as a gap, and not as time without a connection")
    func downtime() {
        var client = Measured()
        client.report(
            .gap(
                ConnectionGap(
                    lastReceived: .zero,
                    lossNoticed: ChannelsTimestamp.zero.advanced(by: .seconds(95)),
                    reconnected: ChannelsTimestamp.zero.advanced(by: .seconds(96)))))
        #expect(client["gap_seconds"] == 96)
        #expect(client["downtime_seconds"] == 1)
    }

    @Test("round trips, sent events, problems and what was skipped")
    func others() {
        var client = Measured()
        client.report(
            .pongReceived(roundTrip: .milliseconds(3)),
            .triggered(
                ChannelsEvent(
                    name: "client-a", channel: ChannelName(wire: "private-a"), data: EventData("{}")
                )),
            .problem(ReportedProblem(kind: .malformedMessage, text: "x", count: 3)),
            .skipped(SkippedEvents(events: 7, folded: 2)))
        #expect(client.observed == [0.003])
        #expect(client["sent_events"] == 1)
        #expect(client["problems malformed_message"] == 3)
        // What the meter missed has arrived all the same.
        #expect(client["events (other)"] == 7)
        #expect(client["skipped_events"] == 0)
        client.add(client.meter.skipped(inTotal: 5))
        client.add(client.meter.skipped(inTotal: 5))
        client.add(client.meter.skipped(inTotal: 8))
        #expect(client["skipped_events"] == 8)
    }

    @Test("names and units are as OpenMetrics wants them")
    func names() {
        #expect(Set(ClientMeter.families.map(\.name)).count == ClientMeter.families.count)
        for family in ClientMeter.families {
            #expect(family.name.wholeMatch(of: /channels_client_[a-z_]+/) != nil)
            if let unit = family.unit { #expect(family.name.hasSuffix("_\(unit.rawValue)")) }
            #expect(!family.name.hasSuffix("_total") && family.help.hasSuffix("."))
        }
    }
}
