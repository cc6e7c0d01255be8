import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import ChannelsEventWords

@Suite("Members")
struct MemberListTests {
    private static let lobby = ChannelName(wire: "presence-lobby")

    private static func ids(_ state: DashboardState) -> [String] {
        state.members.rosters[Self.lobby]?.cursor.order.map(\.text) ?? []
    }

    /// A dashboard to which more happens.
    private static func add(
        _ kinds: [ClientReport.Kind], to state: inout DashboardState, after wait: Duration = .zero
    ) {
        let time = state.now.advanced(by: wait)
        _ = state.handle(.client(kinds.map { ClientReport(number: 1, time: time, kind: $0) }))
        _ = state.handle(.tick(time))
    }

    @Test("another name is taken on the presence channels")
    func name() {
        var session = RecordedEvents()
        session.connect()
        session.subscribe(
            "presence-lobby", members: [RecordedEvents.member("me", "Kim")], me: "me")
        var state = DashboardFixture.dashboard(session)
        state.press(":")
        state.type("name Ana")
        #expect(state.press("Enter").besidesSettings == [.rename("Ana", on: [Self.lobby])])
        state.press(":")
        state.type("name " + String(repeating: "a", count: 61))
        #expect(state.press("Enter").besidesSettings == [])
        #expect(state.screen().textRows.contains { $0.contains("at most 60 characters") })
    }

    @Test("of those who leave at once, a thousand are still listed for a moment")
    func manyLeave() {
        var state = DashboardFixture.dashboard()
        // Who left before that is forgotten.
        Self.add([], to: &state, after: .seconds(6))
        let before = Self.ids(state).count
        let members = (0..<3000).map { RecordedEvents.member(UserID("m\($0)"), "") }
        Self.add(members.map { .memberAdded(Self.lobby, $0) }, to: &state)
        #expect(Self.ids(state).count == before + 3000)
        Self.add(members.map { .memberRemoved(Self.lobby, $0) }, to: &state)
        #expect(Self.ids(state).count == before + 1000)
        #expect(state.members.rosters[Self.lobby]?.count == before)
        Self.add([], to: &state, after: .seconds(6))
        #expect(Self.ids(state).count == before)
    }

    @Test("sorting, forgetting and searching change a roster in place, without a copy")
    func inPlace() throws {
        var pane = MembersPane()
        let members = (0..<2000).map { RecordedEvents.member(UserID("m\($0)"), "somebody \($0)") }
        let report = { (number: Int, kind: ClientReport.Kind) in
            ClientReport(number: number, time: .zero, kind: kind)
        }
        let all = PresenceMembers(roster: Roster(members: members), me: nil)
        pane.handle(report(1, .membersReplaced(Self.lobby, all, difference: nil)))
        pane.arrange(by: .joined, at: .zero)
        let before = Self.place(of: pane)
        pane.handle(report(2, .memberRemoved(Self.lobby, members[7])))
        pane.arrange(by: .joined, at: .zero.advanced(by: .seconds(6)))
        #expect(pane.rosters[Self.lobby]?.count == 1999)
        #expect(Self.place(of: pane) == before)
        let isFound = pane.setSearch("somebody 8", in: Self.lobby, height: 10)
        #expect(isFound)
        #expect(Self.place(of: pane) == before)
    }

    /// Where the rows of the roster are in memory: a dictionary is a reference to its storage.
    private static func place(of pane: MembersPane) -> UInt {
        pane.rosters[self.lobby].map { unsafeBitCast($0.rows, to: UInt.self) } ?? 0
    }

    @Test("this client is the first in every order")
    func orders() {
        var state = DashboardFixture.dashboard()
        #expect(
            Self.ids(state) == [
                "u01", "u02", "u03", "u04", "u05", "u06", "u07", "u08", "u09", "u17",
            ])
        _ = state.order(.members, by: "newest")
        #expect(Self.ids(state).prefix(4) == ["u01", "u17", "u09", "u08"])
        _ = state.order(.members, by: "name")
        #expect(Self.ids(state).prefix(6) == ["u01", "u02", "u17", "u04", "u05", "u03"])
    }

    @Test(
        "who comes and goes is put in order as if all had been sorted",
        arguments: MemberOrder.allCases)
    func merging(order: MemberOrder) {
        var state = DashboardFixture.dashboard()
        _ = state.order(.members, by: order.rawValue)
        var number = 7
        for step in 0..<200 {
            number = (number * 31 + step) % 97
            let member = RecordedEvents.member(UserID("m\(number)"), "Name \(number * 7 % 13)")
            let kind: ClientReport.Kind =
                step % 3 == 0
                ? .memberRemoved(Self.lobby, member) : .memberAdded(Self.lobby, member)
            Self.add([kind], to: &state, after: .milliseconds(150))
        }
        let merged = Self.ids(state)
        let other: MemberOrder = order == .name ? .joined : .name
        _ = state.order(.members, by: other.rawValue)
        _ = state.order(.members, by: order.rawValue)
        #expect(Self.ids(state) == merged)
        #expect(Set(merged).count == merged.count)
        #expect(merged.count == state.members.rosters[Self.lobby]?.rows.count)
    }

    @Test(
        "comings, goings and the most at once are counted; who is back within seconds is there once"
    )
    func counters() throws {
        var state = DashboardFixture.dashboard()
        let bo = RecordedEvents.member("u17", "Bo")
        Self.add([.memberRemoved(Self.lobby, bo), .memberRemoved(Self.lobby, bo)], to: &state)
        Self.add([.memberAdded(Self.lobby, bo), .memberAdded(Self.lobby, bo)], to: &state)
        let roster = try #require(state.members.rosters[Self.lobby])
        #expect(roster.joined == 2)
        #expect(roster.left == 2)
        #expect(roster.peak == 10)
        #expect(roster.count == 9)
        #expect(Self.ids(state).filter { $0 == "u17" }.count == 1)
        // The row of the first visit is gone; the second one must not go with it.
        Self.add([], to: &state, after: .seconds(6))
        #expect(Self.ids(state).contains("u17"))
        #expect(!Self.ids(state).contains("u03"))
        #expect(state.members.rosters[Self.lobby]?.leaving == 0)
    }

    @Test("a list that stands for reports that arrived too fast counts what it shows, and says so")
    func countedInPart() throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), 200, 60)
        let before = try #require(state.members.rosters[Self.lobby])
        #expect(!before.isCountedInPart)
        let stays = before.present.sorted { $0.text < $1.text }.prefix(4)
        let people =
            stays.map { PresenceMember(id: $0) } + [
                PresenceMember(id: "b1"), PresenceMember(id: "b2"),
            ]
        let list = PresenceMembers(roster: Roster(members: people), me: "u01")
        Self.add([.membersReplaced(Self.lobby, list, difference: nil)], to: &state)
        let after = try #require(state.members.rosters[Self.lobby])
        #expect(after.count == 6)
        #expect(after.joined == before.joined + 2)
        #expect(after.left == before.left + before.count - 4)
        let words = "joined \(after.joined)+  left \(after.left)+"
        let rows = state.screen().textRows
        #expect(rows.contains { $0.contains(words) })
        Self.add([.memberAdded(Self.lobby, PresenceMember(id: "b3"))], to: &state)
        #expect(state.members.rosters[Self.lobby]?.joined == after.joined + 1)
        #expect(state.members.rosters[Self.lobby]?.isCountedInPart == true)
    }

    @Test("each channel has its own selection, and a member who is gone hands it on")
    func selection() {
        var session = RecordedEvents.sandboxSession()
        let people = ["a1", "a2", "a3"].map { PresenceMember(id: UserID($0)) }
        session.subscribe("presence-game", members: people)
        var state = DashboardFixture.dashboard(session)
        state.press("2", "Down", "Down", "Down")
        #expect(state.members.selectedMember(in: Self.lobby)?.id == "u03")
        let game = ChannelName(wire: "presence-game")
        #expect(state.members.selectedMember(in: game)?.id == "a1")
        #expect(state.rosterChannels == [Self.lobby, game])
        state.press("1", "G", "2", "G")
        #expect(state.rosterChannels == [Self.lobby, game])
        #expect(state.rosterChannel == game)
        #expect(state.members.selectedMember(in: game)?.id == "a3")
        #expect(state.members.selectedMember(in: Self.lobby)?.id == "u03")
        Self.add([], to: &state, after: .seconds(6))
        #expect(state.members.selectedMember(in: Self.lobby)?.id == "u04")
    }

    @Test("n and N go round the matches; Esc ends the search")
    func search() {
        var state = DashboardFixture.dashboard()
        state.press("2", "/")
        state.type("AN")
        state.press("Enter")
        let selected = { (state: DashboardState) in
            state.members.selectedMember(in: Self.lobby)?.id.text
        }
        #expect(selected(state) == "u02")
        for (key, id) in [("n", "u05"), ("n", "u09"), ("n", "u02"), ("N", "u09"), ("N", "u05")] {
            state.press(key)
            #expect(selected(state) == id)
        }
        #expect(state.members.rosters[Self.lobby]?.matches == 3)
        Self.add([.memberAdded(Self.lobby, RecordedEvents.member("u30", "Jan"))], to: &state)
        #expect(state.members.rosters[Self.lobby]?.matches == 4)
        #expect(state.events.search == nil)
        state.press("Esc")
        #expect(state.members.search == nil)
        #expect(state.members.rosters[Self.lobby]?.matches == 0)
    }

    @Test("a search that finds nobody says so, now and when it goes on")
    func notFound() {
        var state = DashboardFixture.dashboard()
        state.press("2", "/")
        state.type("nobody")
        state.press("Enter")
        #expect(state.notice?.text == "no member matches \"nobody\"")
        state.press("n")
        #expect(state.notice?.text == "no member matches \"nobody\"")
    }

    @Test(
        "a member is called by the first key that has a name",
        arguments: [
            ("{\"name\":\"Ana\",\"email\":\"a@b\"}", "Ana"), ("{\"username\":\"ana7\"}", "ana7"),
            ("{\"name\":\"\",\"login\":\"root\"}", "root"), ("{\"name\":7}", ""), ("[]", ""),
            ("plain", ""), ("", ""),
        ])
    func names(info: String, name: String) {
        #expect(PresenceMember(id: "u", info: EventData(info)).name == name)
        #expect(PresenceMember(id: "u").name.isEmpty)
    }

    @Test("a long list of who came is cut, and says how many more")
    func longList() {
        let members = (1...8).map { PresenceMember(id: UserID("u\($0)")) }
        #expect(members.list() == "u1, u2, u3, u4, u5 and 3 more")
        #expect([RecordedEvents.member("u1", "Ana")].list() == "u1 Ana")
        #expect([PresenceMember]().list().isEmpty)
        let long = String(repeating: "x", count: 5000)
        #expect([RecordedEvents.member(UserID(long), long)].list().count == 87)
    }

    @Test("ten thousand members: figures are right after a thousand came and went")
    func crowd() throws {
        var session = RecordedEvents()
        session.connect()
        let people = (0..<10_000).map { RecordedEvents.member(UserID("u\($0)"), "User \($0)") }
        session.subscribe("presence-lobby", members: people, me: "u5000")
        var state = DashboardFixture.dashboard(session)
        Self.add(people[..<1000].map { .memberRemoved(Self.lobby, $0) }, to: &state)
        Self.add(people[..<500].map { .memberAdded(Self.lobby, $0) }, to: &state)
        let roster = try #require(state.members.rosters[Self.lobby])
        #expect(roster.count == 9500)
        #expect(roster.cursor.order.count == 10_000)
        #expect(roster.cursor.order.first == "u5000")
        #expect(roster.cursor.order.last == "u499")
        Self.add([], to: &state, after: .seconds(5))
        #expect(Self.ids(state).count == 9500)
    }
}
