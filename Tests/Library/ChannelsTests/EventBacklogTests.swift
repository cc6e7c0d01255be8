import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import Channels

struct EventBacklogTests {
    private let channel = ChannelName(wire: "presence-a")

    private func event(_ number: Int, _ text: String = "x") -> ClientReport {
        let data = EventData(text)
        let event = ChannelsEvent(name: "e", channel: self.channel, data: data)
        return ClientReport(number: number, time: .zero, kind: .received(event))
    }

    private func control(_ number: Int, _ kind: ClientReport.Kind) -> ClientReport {
        ClientReport(number: number, time: .zero, kind: kind)
    }

    @Test("what fits comes out as it went in")
    func fits() {
        var backlog = EventBacklog(limits: ListenerLimits())
        backlog.append([self.event(1), self.event(2)], rosters: { [:] })
        backlog.append([self.event(3)], rosters: { [:] })
        #expect(backlog.takeAll()?.map(\.number) == [1, 2, 3])
        #expect(backlog.takeAll() == nil)
    }

    @Test("past the limit the oldest application events go, and are counted")
    func dropsOldest() {
        var backlog = EventBacklog(limits: ListenerLimits(events: 10))
        for batch in 0..<10 {
            let start = batch * 4
            backlog.append((1...4).map { self.event(start + $0) }, rosters: { [:] })
        }
        let events = backlog.takeAll() ?? []
        #expect(events.first?.kind == .skipped(SkippedEvents(events: 32, folded: 0)))
        #expect(events.dropFirst().map(\.number) == Array(33...40))
    }

    @Test("the bytes of application events are limited too")
    func dropsByBytes() {
        var backlog = EventBacklog(limits: ListenerLimits(bytes: 5000))
        let text = String(repeating: "x", count: 1000)
        for number in 1...20 { backlog.append([self.event(number, text)], rosters: { [:] }) }
        let events = backlog.takeAll() ?? []
        guard case .skipped(let skipped)? = events.first?.kind else {
            Issue.record("nothing was skipped")
            return
        }
        #expect(skipped.events + events.count - 1 == 20)
        #expect(events.count < 8)
        #expect(events.last?.number == 20)
    }

    @Test("control events among dropped ones are kept, in order")
    func keepsControlEvents() {
        var backlog = EventBacklog(limits: ListenerLimits(events: 1))
        backlog.append([self.event(1), self.control(2, .pingSent(.sample))], rosters: { [:] })
        backlog.append([self.event(3), self.event(4)], rosters: { [:] })
        backlog.append([self.event(5)], rosters: { [:] })
        let events = backlog.takeAll() ?? []
        #expect(
            events.map(\.kind) == [
                .pingSent(.sample), .skipped(SkippedEvents(events: 3, folded: 0)),
                self.event(5).kind,
            ])
    }

    @Test("many member changes become one roster, and a fold over them stays true")
    func foldsMembers() {
        var backlog = EventBacklog(limits: ListenerLimits(controlEvents: 50))
        var members = PresenceMembers()
        for number in 1...1000 {
            let member = PresenceMember(id: UserID("u\(number % 90)"))
            let kind: ClientReport.Kind
            if members[member.id] == nil {
                members.add(member)
                kind = .memberAdded(self.channel, member)
            } else {
                members.remove(member.id)
                kind = .memberRemoved(self.channel, member)
            }
            let roster = members
            backlog.append([self.control(number, kind)], rosters: { [self.channel: roster] })
        }
        let events = backlog.takeAll() ?? []
        #expect(events.count < 200)
        var folded = PresenceMembers()
        for event in events {
            switch event.kind {
            case .membersReplaced(_, let members, _): folded = members
            case .memberAdded(_, let member): folded.add(member)
            case .memberRemoved(_, let member): folded.remove(member.id)
            default: continue
            }
        }
        #expect(Set(folded.ordered) == Set(members.ordered))
    }

    @Test("equal problems become one with a count; state changes all stay")
    func foldsProblems() {
        var backlog = EventBacklog(limits: ListenerLimits(controlEvents: 10))
        let change = StateChange(previous: .connected, current: .connecting, cause: .asked)
        for number in 1...500 {
            let problem = ReportedProblem(kind: .malformedMessage, text: "not JSON")
            backlog.append([self.control(number * 2, .problem(problem))], rosters: { [:] })
            if number % 100 == 0 {
                backlog.append(
                    [self.control(number * 2 + 1, .stateChanged(change))], rosters: { [:] })
            }
        }
        let events = backlog.takeAll() ?? []
        let problems = events.reduce(0) { sum, event in
            if case .problem(let problem) = event.kind { sum + problem.count } else { sum }
        }
        let changes = events.filter { $0.kind == .stateChanged(change) }
        #expect(problems == 500)
        #expect(changes.count == 5)
        #expect(events.count < 40)
    }

    @Test("many small batches are all kept, as long as their events are within the limit")
    func smallBatches() {
        var backlog = EventBacklog(limits: ListenerLimits(events: 5000, controlEvents: 100))
        for number in 1...5000 {
            let hits = BindingHits(id: BindingID(1), total: number)
            let batch = [self.event(number), self.control(number, .bindingsHit([hits]))]
            backlog.append(batch, rosters: { [:] })
        }
        let events = backlog.takeAll() ?? []
        let received = events.filter(\.kind.isApplicationEvent)
        #expect(received.map(\.number) == Array(1...5000))
        let hits = events.filter { if case .bindingsHit = $0.kind { true } else { false } }
        #expect(hits.count <= 201)
        let last = [BindingHits(id: BindingID(1), total: 5000)]
        #expect(hits.last?.kind == .bindingsHit(last))
    }

    @Test("of one batch past the limit the newest events stay")
    func largeBatch() {
        var backlog = EventBacklog(limits: ListenerLimits(events: 1000))
        backlog.append((1...10_000).map { self.event($0) }, rosters: { [:] })
        let received = (backlog.takeAll() ?? []).filter(\.kind.isApplicationEvent)
        #expect(received.last?.number == 10_000)
        #expect((500...1000).contains(received.count))
        #expect(received.map(\.number) == Array((10_001 - received.count)...10_000))
    }

    @Test("problems of which each is another one are bounded, and none is lost from the count")
    func differentProblems() {
        var backlog = EventBacklog(limits: ListenerLimits(controlEvents: 300))
        for number in 1...5000 {
            let problem = ReportedProblem(kind: .serverError(code: number), text: "error \(number)")
            backlog.append([self.control(number, .problem(problem))], rosters: { [:] })
        }
        let problems = (backlog.takeAll() ?? []).compactMap { event in
            if case .problem(let problem) = event.kind { problem } else { nil }
        }
        #expect(problems.count <= 301)
        #expect(problems.reduce(0) { $0 + $1.count } == 5000)
        #expect(problems.last?.text == "error 5000")
    }
}
