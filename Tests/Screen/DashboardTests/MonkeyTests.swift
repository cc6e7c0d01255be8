import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsBasics
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Whatever comes")
struct MonkeyTests {
    @Test(
        "no sequence of keys, events, times and sizes traps", arguments: [1, 2, 3, 4] as [UInt64])
    func monkey(seed: UInt64) {
        var dice = Dice(seed: seed)
        var state = DashboardFixture.empty {
            $0.eventLimit = 300
            $0.eventByteLimit = 60_000
        }
        var time = ChannelsTimestamp.zero
        for step in 0..<5000 {
            let effects = state.handle(Self.action(&dice, &time))
            #expect(effects.count <= 64)
            var unkept = state
            unkept.kept = KeptLayout()
            #expect(unkept.layout == state.layout)
            // It has no key.
            if step % 700 == 699 { _ = state.run(.clear) }
            if step.isMultiple(of: 5) { #expect(state.screen().size == state.size) }
        }
    }

    private static func action(_ dice: inout Dice, _ time: inout ChannelsTimestamp) -> Action {
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<60: return .key(self.key(&dice))
        case 60..<90:
            let count = Int.random(in: 0..<30, using: &dice)
            return .client((0..<count).map { _ in self.event(&dice, &time) })
        case 90..<94: return .tick(time)
        case 94..<96:
            let columns = Int.random(in: -1..<200, using: &dice)
            let rows = Int.random(in: -1..<70, using: &dice)
            return .resized(ScreenSize(columns: columns, rows: rows))
        case 96:
            return .mouseSwitched(dice.isHeads())
        case 97:
            return .effectFailed(.client(.connect), self.text(&dice))
        case 98:
            time.monotonicNanoseconds = Int64.random(in: Int64.min...Int64.max, using: &dice)
            time.wallMicroseconds = Int64.random(in: Int64.min...Int64.max, using: &dice)
            return .tick(time)
        default:
            return .notice(.warning, self.text(&dice))
        }
    }

    private static let keys: [KeyPress] =
        Catalog.core.commands.flatMap(\.defaultKeys).map(\.key) + [
            .backspace, .delete, .insert, .resize, .focusIn, .focusOut, .function(12), .alt("b"),
            .alt("f"),
            .control("W"), .control("K"), .control("A"), .enter, .enter, .tab, .escape, .escape,
        ]

    private static func key(_ dice: inout Dice) -> KeyPress {
        switch Int.random(in: 0..<12, using: &dice) {
        case 10, 11:
            let kinds: [MousePress.Kind] = [
                .press, .press, .press, .drag, .release, .wheelUp, .wheelDown,
            ]
            return .mouse(
                MousePress(
                    kinds.randomElement(using: &dice) ?? .press,
                    x: Int.random(in: -2..<210, using: &dice),
                    y: Int.random(in: -2..<75, using: &dice)))
        case 0: return .paste(Array(self.text(&dice).utf8))
        case 1: return .character(self.text(&dice).unicodeScalars.first ?? "x")
        default: return self.keys.randomElement(using: &dice) ?? .enter
        }
    }

    private static func text(_ dice: inout Dice) -> String {
        let samples = [
            "", "order", "channel:", "channel:pres*", "-", "\"", "client-typing {\"a\":1}",
            "\u{1B}[2J",
            "日本語", "e\u{301}\u{301}\u{301}", "\u{202E}", String(repeating: "x", count: 700), "🎉👩‍👩‍👧",
            "presence-lobby client-x 1", "a\r\nb", "* ? *", "{\"a\":[1,2,{\"b\":null}]}",
        ]
        return samples.randomElement(using: &dice) ?? ""
    }

    private static func event(_ dice: inout Dice, _ time: inout ChannelsTimestamp) -> ClientReport {
        time = time.advanced(by: .milliseconds(Int64.random(in: -200..<900, using: &dice)))
        return ClientReport(
            number: Int.random(in: 0..<9, using: &dice), time: time, kind: self.kind(&dice))
    }

    private static func channel(_ dice: inout Dice) -> ChannelName {
        let names = [
            "presence-lobby", "presence-b", "private-x", "chat", "", "presence-\u{1B}]0;\u{7}",
            "a.x.1", "a.x.2", "a.x.3", "a.y:1", "a.y:2", "a.y:\u{E9}-1", "a.y:e\u{301}-1",
        ]
        return ChannelName(wire: names.randomElement(using: &dice) ?? "")
    }

    private static func kind(_ dice: inout Dice) -> ClientReport.Kind {
        let channel = self.channel(&dice)
        let text = self.text(&dice)
        let number = Int.random(in: 0..<6, using: &dice)
        let end = ConnectionEnd.closed(
            CloseCode(rawValue: UInt16.random(in: 0...9999, using: &dice)), reason: text)
        let member = PresenceMember(id: UserID("u\(number)"), info: EventData(text))
        let event = ChannelsEvent(
            name: EventName(text), channel: number == 0 ? nil : channel, data: EventData(text))
        let states = ConnectionState.allCases
        let previous = states.randomElement(using: &dice) ?? .connected
        let current = states.randomElement(using: &dice) ?? .connected
        switch Int.random(in: 0..<24, using: &dice) {
        case 0:
            return .stateChanged(
                StateChange(previous: previous, current: current, cause: .ended(end)))
        case 1:
            return .stateChanged(StateChange(previous: previous, current: current, cause: .asked))
        case 2: return .attemptFailed(attempt: number, end)
        case 3:
            let delay = [Duration.zero, .seconds(Int64.max), .seconds(-4), .seconds(3)][number % 4]
            return .retryScheduled(
                ScheduledRetry(attempt: number, delay: delay, attemptLimit: 6, rule: text))
        case 4: return .pingSent(.sample)
        case 5: return .pongReceived(roundTrip: .seconds(Int64.random(in: -9...9, using: &dice)))
        case 6: return .subscriptionChanged(channel, .subscribed)
        case 7: return .subscriptionChanged(channel, .unsubscribed)
        case 8:
            return .subscriptionChanged(
                channel, .failed(SubscriptionFailure(phase: .subscription, what: text)))
        case 9:
            let roster = PresenceMembers(
                roster: Roster(members: [member, PresenceMember(id: "u9")]), me: "u1")
            return .membersReplaced(
                channel, roster, difference: MemberDifference(joined: [member], left: [member]))
        case 10: return .memberAdded(channel, member)
        case 11: return .memberRemoved(channel, member)
        case 12: return .subscriptionCount(channel, number == 0 ? .min : .max)
        case 13:
            return .bindingChanged(
                EventBinding(id: BindingID(number), event: nil, channel: number < 3 ? nil : channel)
            )
        case 14: return .bindingRemoved(BindingID(number))
        case 15: return .bindingsHit([BindingHits(id: BindingID(number), total: .max)])
        case 16: return .problem(ReportedProblem(kind: .malformedMessage, text: text, count: .max))
        case 17: return .skipped(SkippedEvents(events: .max, folded: .max))
        case 18: return .triggered(event)
        case 19..<23: return self.trouble(number, channel, text, event)
        default: return .received(event)
        }
    }

    private static func trouble(
        _ number: Int, _ channel: ChannelName, _ text: String, _ event: ChannelsEvent
    ) -> ClientReport.Kind {
        switch number {
        case 0: .subscriptionStuck(channel, after: .seconds(Int64.max))
        case 1: .clientEventQueued(event)
        case 2:
            .clientEventsRejected(
                ClientEventRejection(
                    text: text, code: nil, candidates: [event, event], sentInLastSecond: .max))
        case 3: .clockStepped(by: .seconds(Int64.min))
        case 4:
            .subscriptionChanged(
                channel,
                .failed(
                    SubscriptionFailure(
                        phase: .subscription, FailureParts(text), code: .max, body: text,
                        comparison: SignatureComparison(signedHere: text, expected: "\(text)x"))))
        default:
            .watchlistChanged([WatchlistChange(name: text, userIDs: [UserID(text)])])
        }
    }
}
