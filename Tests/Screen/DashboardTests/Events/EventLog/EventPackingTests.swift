import BuoyDashboard
import BuoyTestBasics
import ChannelsProtocol
import Glibc
import Testing

@Suite("How the log keeps events", .inTurn)
struct EventPackingTests {
    /// An event in a read that contains other messages too.
    fileprivate static func event(
        _ number: Int, on channel: ChannelName, bytes: Int, name: EventName = "order.created",
        from user: UserID? = nil
    ) -> ClientReport.Kind {
        let head = "{\"number\":\(number),\"note\":\""
        let text = head + String(repeating: "n", count: max(0, bytes - head.utf8.count - 2)) + "\"}"
        let read = Array("[".utf8) + Array(text.utf8) + Array("]".utf8)
        return .received(
            ChannelsEvent(
                name: name, channel: channel,
                data: EventData(
                    frame: Array(read.dropFirst().dropLast()), range: 0..<text.utf8.count),
                userID: user))
    }

    private static func ring(
        _ kinds: [ClientReport.Kind], limit: Int = 50_000, byteLimit: Int = 64 << 20
    ) -> EventRing {
        var ring = EventRing(limit: limit, byteLimit: byteLimit)
        for (index, kind) in kinds.enumerated() {
            ring.append(
                ClientReport(
                    number: index + 1, time: .zero.advanced(by: .microseconds(index)), kind: kind))
        }
        return ring
    }

    @Test("each time is kept as it was, also when the wall clock is set by days or ends")
    func clocks() {
        let times: [(Int64, Int64)] = [
            (5, 1_700_000_000_000_000), (1999, 1_700_000_000_000_001),
            (2001, 1_699_000_000_000_000), (9_000_000_000_000, 1_700_000_009_000_000),
            (.max, .max), (-1, .min), (.min, 0), (7, 7),
        ]
        var ring = EventRing(limit: 100, byteLimit: 1 << 20)
        let stamps = times.map {
            ChannelsTimestamp(monotonicNanoseconds: $0.0, wallMicroseconds: $0.1)
        }
        for (index, time) in stamps.enumerated() {
            ring.append(
                ClientReport(
                    number: index, time: time,
                    kind: Self.event(index, on: channel(1), bytes: 100)))
        }
        #expect((ring.first..<ring.next).map { ring[$0]?.time } == stamps)
    }

    private static let rareKinds: [ClientReport.Kind] = [
        .received(ChannelsEvent(name: "a", channel: nil, data: .absent)),
        .received(ChannelsEvent(name: "", channel: channel(1), data: "a text of our own")),
        .received(
            ChannelsEvent(
                name: "client-a", channel: channel(1), data: EventData(json: .number("1")),
                userID: "u1")),
        .triggered(ChannelsEvent(name: "client-b", channel: channel(1), data: "sent")),
        .subscriptionChanged(channel(1), .subscribed),
        .subscriptionChanged(channel(1), .unsubscribed),
        .subscriptionChanged(
            channel(2),
            .failed(SubscriptionFailure(phase: .subscription, what: "not allowed"))),
        .memberAdded(channel(3), PresenceMember(id: "")),
        .memberAdded(channel(3), PresenceMember(id: "u1", info: #"{"name":"Ana"}"#)),
        .memberRemoved(
            channel(3), PresenceMember(id: "u1", info: EventData(frame: [0x31], range: 0..<1))),
        .memberRemoved(
            channel(3),
            PresenceMember(id: UserID(String(repeating: "i", count: 70_000)), info: .absent)),
        .skipped(SkippedEvents(events: 3, folded: 2)),
        .received(ChannelsEvent(name: "a", channel: nil, data: .absent)),
    ]

    @Test("every event comes back as it was, also at the ends of blocks")
    func roundTrip() throws {
        var kinds: [ClientReport.Kind] = []
        for number in 0..<1000 {
            kinds.append(
                Self.event(
                    number, on: channel(number % 7), bytes: number % 50 == 0 ? 70_000 : 200,
                    from: number % 3 == 0 ? UserID("user-\(number % 5)") : nil))
            if number % 100 == 99 { kinds += Self.rareKinds }
        }
        let ring = Self.ring(kinds)
        #expect(ring.count == kinds.count)
        for (index, kind) in kinds.enumerated() {
            let kept = try #require(ring[index])
            #expect(kept.kind == kind)
            #expect(kept.number == index + 1)
            #expect(kept.time == .zero.advanced(by: .microseconds(index)))
            if case .received(let event) = kind, case .received(let keptEvent) = kept.kind {
                #expect(keptEvent.data.frame == event.data.frame)
            }
        }
    }

    @Test("who sent an event and why that is doubtful is kept with it")
    func sender() throws {
        var event = ChannelsEvent(
            name: "client-a", channel: channel(1), data: EventData(frame: [0x31], range: 0..<1),
            userID: "u1")
        event.senderDoubt = .notAMember
        var other = event
        other.senderDoubt = nil
        let ring = Self.ring([.received(event), .received(other)])
        #expect(ring[0]?.kind == .received(event))
        #expect(ring[1]?.kind == .received(other))
    }

    @Test("numbers may be far apart, and go back")
    func farNumbers() {
        let numbers = [1, 2, Int.max, 3, 5 << 32, Int.min, 4]
        var ring = EventRing(limit: 100, byteLimit: 1 << 20)
        for number in numbers {
            ring.append(
                ClientReport(
                    number: number, time: .zero,
                    kind: .subscriptionChanged(channel(1), .subscribed)))
        }
        #expect((0..<numbers.count).map { ring[$0]?.number } == numbers)
    }

    @Test("a copy stays as it was when the log continues, and so does an event of it")
    func copies() throws {
        let kinds = (0..<300).map { Self.event($0, on: channel(1), bytes: 200) }
        var ring = Self.ring(kinds)
        let copy = ring
        let newest = try #require(ring[299])
        for number in 300..<1000 {
            ring.append(
                ClientReport(
                    number: number, time: .zero,
                    kind: Self.event(number, on: channel(2), bytes: 300)))
        }
        #expect(copy == Self.ring(kinds))
        #expect(copy != ring)
        #expect(newest == copy[299])
        #expect(newest == ring[299])
    }

    @Test("cleared rows come back before those added since, with their numbers")
    func restored() {
        let kinds = (0..<700).map { Self.event($0, on: channel($0 % 3), bytes: 200) }
        let whole = Self.ring(kinds)
        var cleared = Self.ring(Array(kinds.prefix(600)))
        let earlier = cleared
        cleared.removeAll()
        #expect(cleared.bytes == 0)
        for sequence in 600..<700 {
            if let event = whole[sequence] { cleared.append(event) }
        }
        cleared.restore(earlier)
        #expect(cleared == whole)

        var some = whole
        let numbers = some.keep { $0.number % 2 == 0 }
        #expect(some.count == 350)
        #expect(some.next == 700)
        #expect(numbers[1] == 350 && numbers[699] == 699)
        #expect(some[350] == whole[1])
    }

    @Test("when only the newest event is left, only its memory is counted")
    func dropped() throws {
        var ring = Self.ring(Self.rareKinds + Self.rareKinds, byteLimit: 1)
        #expect(ring.count == 1)
        let last = Self.event(1, on: channel(9), bytes: 200)
        ring.append(ClientReport(number: 1, time: .zero, kind: last))
        #expect(ring.count == 1)
        #expect(ring.bytes == Self.ring([last]).bytes)
    }

    @Test("of a member list, the first hundred are kept, and how many there were")
    func longList() throws {
        let frame = Array(#"{"name":"somebody"}"#.utf8)
        let members = (0..<5000).map { number in
            PresenceMember(
                id: UserID("\(number)"), info: EventData(frame: frame, range: 0..<frame.count))
        }
        let list = PresenceMembers(roster: Roster(members: members), me: "7")
        let ring = Self.ring([.membersReplaced(channel(1), list, difference: nil)])
        guard case .membersReplaced(_, let kept, _)? = ring[0]?.kind else {
            Issue.record("another kind")
            return
        }
        #expect(kept.total == 5000)
        #expect(kept.ordered == Array(members.prefix(100)))
        #expect(kept.me == "7")
        #expect(kept.isBeginning)
        #expect(ring.bytes < 64 << 10)
    }

    // MARK: What it says of its memory

    /// What the log keeps of 50,000 reports.
    enum Content: String, CaseIterable, Codable, Sendable {
        case events, eventsOfManyNames, joins, subscriptions, ownEvents

        func kind(_ number: Int) -> ClientReport.Kind {
            switch self {
            case .events:
                return EventPackingTests.event(number, on: channel(number % 4), bytes: 200)
            case .eventsOfManyNames:
                return EventPackingTests.event(
                    number, on: channel(number), bytes: 100,
                    name: EventName("an.event.with.a.long.name.\(number)"))
            case .joins:
                let info = Array(
                    #"{"name":"member \#(number)","mail":"m\#(number)@example.org"}"#.utf8)
                let member = PresenceMember(
                    id: UserID("u\(number)"), info: EventData(frame: info, range: 0..<info.count))
                return number % 2 == 0
                    ? .memberAdded(channel(1), member) : .memberRemoved(channel(1), member)
            case .subscriptions: return .subscriptionChanged(channel(number), .subscribed)
            case .ownEvents:
                // A string that was put together has room for more, which nobody can see.
                let text = "a text that is sent, with a number: \(number)"
                let data = EventData(String(decoding: Array(text.utf8), as: UTF8.self))
                return .triggered(
                    ChannelsEvent(name: "client-a", channel: ChannelName(wire: "a"), data: data))
            }
        }
    }

    /// The bytes that are allocated in this process; `nil` if the C library does not say.
    private static var allocated: Int? {
        typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
        var text: UnsafeMutablePointer<CChar>?
        var size = 0
        guard let function = dlsym(nil, "malloc_info"), let stream = open_memstream(&text, &size)
        else { return nil }
        _ = unsafeBitCast(function, to: Report.self)(0, stream)
        fclose(stream)
        defer { free(text) }
        // The sums are behind those of each arena (malloc_info(3)).
        let lines = text.map { String(cString: $0) }?.split(separator: "\n") ?? []
        let sum = { (start: String) in
            lines.last { $0.hasPrefix(start) }?.split(separator: "\"").compactMap { Int($0) }.last
        }
        guard let system = sum("<system type=\"current\""), let fast = sum("<total type=\"fast\""),
            let rest = sum("<total type=\"rest\""), let mapped = sum("<total type=\"mmap\"")
        else { return nil }
        return system - fast - rest + mapped
    }

    /// In its own process, because other tests allocate at the same time.
    @Test("what the log says of its memory is true within a tenth", arguments: Content.allCases)
    func truth(content: Content) async {
        await #expect(processExitsWith: .success) { [content] in
            let before = try #require(EventPackingTests.allocated)
            var ring = EventRing(limit: 50_000, byteLimit: 64 << 20)
            for number in 0..<60_000 {
                ring.append(
                    ClientReport(number: number, time: .zero, kind: content.kind(number)))
            }
            let grown = try #require(EventPackingTests.allocated) - before
            let ratio = withExtendedLifetime(ring) { Double(ring.bytes) / Double(grown) }
            #expect(abs(ratio - 1) < 0.1, "\(ratio)")
        }
    }

    @Test("an event of 200 bytes takes less than 60 more")
    func lean() {
        let ring = Self.ring((0..<5000).map { Self.event($0, on: channel(1), bytes: 200) })
        #expect(ring.bytes < 5000 * 260)
    }
}

private func channel(_ number: Int) -> ChannelName {
    ChannelName(wire: "orders-of-customer-\(number)")
}
