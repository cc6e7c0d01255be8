import BuoyTestBasics
import ChannelsProtocol
import Testing

@Suite("Members")
struct MembersTests {
    static func member(_ id: String, _ info: String? = nil) -> PresenceMember {
        PresenceMember(id: UserID(id), info: info.map { EventData($0) })
    }

    @Test("a roster keeps the server's order, and each user once")
    func roster() {
        let roster = Roster(
            members: ["b", "a", "b", "c"].map { Self.member($0) }, claimedCount: 17)
        let members = PresenceMembers(roster: roster, me: "a")
        #expect(members.ordered.map(\.id) == ["b", "a", "c"])
        #expect(members.count == 3)
        #expect(members.myself == Self.member("a"))
        #expect(members["c"] == Self.member("c"))
        #expect(members["d"] == nil)
    }

    @Test("me is unknown when the authorization or the server does not name it")
    func me() {
        let roster = Roster(members: [Self.member("a")])
        #expect(PresenceMembers(roster: roster, me: nil).myself == nil)
        #expect(PresenceMembers(roster: roster, me: "b").myself == nil)
    }

    @Test("adding a user who is there changes nothing")
    func addsOnce() {
        var members = PresenceMembers(roster: Roster(members: [Self.member("a", "1")]), me: nil)
        #expect(members.add(Self.member("a", "2")) == .alreadyPresent)
        #expect(members.ordered == [Self.member("a", "1")])
        #expect(members.add(Self.member("b")) == .added)
        #expect(members.count == 2)
    }

    @Test("more than so many are counted only, and there is room again when some have left")
    func limit() {
        var members = PresenceMembers()
        for number in 0..<PresenceMembers.limit { members.add(Self.member("\(number)")) }
        #expect(members.add(Self.member("x")) == .unlisted)
        #expect(members.add(Self.member("y")) == .unlisted)
        #expect(members.add(Self.member("0")) == .alreadyPresent)
        #expect(members.count == PresenceMembers.limit)
        #expect(members["x"] == nil)
        #expect(members.remove("x") == nil)
        let left = (1...3).map { _ in members.removeUnlisted() }
        #expect(left == [true, true, false])
        members.remove("7")
        #expect(members.add(Self.member("x")) == .added)
    }

    @Test("removing tells the member, and a stranger is nobody")
    func removes() {
        var members = PresenceMembers(roster: Roster(members: [Self.member("a", "1")]), me: nil)
        #expect(members.remove("x") == nil)
        #expect(members.remove("a") == Self.member("a", "1"))
        #expect(members.remove("a") == nil)
        #expect(members.isEmpty)
        #expect(members == PresenceMembers())
    }

    @Test("ids that are equal only canonically are two users")
    func exactIDs() {
        let composed = UserID("\u{E9}")
        let decomposed = UserID("e\u{301}")
        var members = PresenceMembers()
        members.add(PresenceMember(id: composed))
        #expect(members.add(PresenceMember(id: decomposed)) == .added)
        #expect(members.remove(decomposed)?.id == decomposed)
        #expect(members[composed] != nil)
        let earlier = PresenceMembers(
            roster: Roster(members: [PresenceMember(id: decomposed)]), me: nil)
        let difference = members.difference(from: earlier)
        #expect(difference.joined == [PresenceMember(id: composed)])
        #expect(difference.left == [PresenceMember(id: decomposed)])
    }

    @Test("the difference tells who came and who went, in order")
    func difference() {
        let earlier = PresenceMembers(
            roster: Roster(members: ["a", "b", "c"].map { Self.member($0) }), me: "a")
        let later = PresenceMembers(
            roster: Roster(members: ["d", "c", "a", "e"].map { Self.member($0) }), me: "a")
        let difference = later.difference(from: earlier)
        #expect(difference.joined.map(\.id) == ["d", "e"])
        #expect(difference.left.map(\.id) == ["b"])
        #expect(later.difference(from: later).isEmpty)
    }

    @Test("a difference applied to the earlier list gives the later one, with the own user")
    func applied() {
        var dice = Dice(seed: 12)
        let ids = (0..<8).map { UserID("\($0)") }
        func list() -> PresenceMembers {
            let listed = ids.filter { _ in dice.isHeads() }.shuffled(using: &dice)
            let members = listed.map { Self.member($0.text, dice.isHeads() ? "1" : nil) }
            return PresenceMembers(members, me: listed.first)
        }
        for _ in 0..<500 {
            let (earlier, later) = (list(), list())
            let difference = later.difference(from: earlier)
            let applied = earlier.applying(difference)
            #expect(Set(applied) == Set(later))
            if later[later.me ?? "none"] != nil, earlier.me != later.me,
                earlier[later.me ?? "none"] == nil
            {
                #expect(applied.me == later.me)
                #expect(difference.ownJoined == later.me)
            }
        }
    }

    @Test("an own id that changes with the connection is part of the difference, and marked")
    func ownID() {
        let earlier = PresenceMembers(["guest-1", "a"].map { Self.member($0) }, me: "guest-1")
        let later = PresenceMembers(["a", "b", "guest-2"].map { Self.member($0) }, me: "guest-2")
        let difference = later.difference(from: earlier)
        #expect(difference.joined.map(\.id) == ["b", "guest-2"])
        #expect(difference.left.map(\.id) == ["guest-1"])
        #expect(difference.ownJoined == "guest-2")
        #expect(difference.ownLeft == "guest-1")
        #expect(earlier.applying(difference) == later)
        #expect(difference.excludingMe == MemberDifference(joined: [Self.member("b")], left: []))
    }

    @Test("members are equal by what they hold, not by how they came about")
    func equality() {
        var members = PresenceMembers(me: "a")
        for id in ["x", "a", "y", "b"] { members.add(Self.member(id)) }
        members.remove("x")
        members.remove("y")
        let same = PresenceMembers(
            roster: Roster(members: ["a", "b"].map { Self.member($0) }), me: "a")
        #expect(members == same)
        #expect(members.hashValue == same.hashValue)
        #expect(members != PresenceMembers(roster: Roster(members: [Self.member("a")]), me: "a"))
        members.me = "b"
        #expect(members != same)
    }

    @Test("ten thousand come and go, and agree with a plain list")
    func crowd() {
        var generator = Dice(seed: 11)
        var members = PresenceMembers(
            roster: Roster(members: (0..<10_000).map { Self.member("\($0)") }), me: nil)
        var list = (0..<10_000).map { UserID("\($0)") }
        var next = 10_000
        for _ in 0..<9_900 {
            if list.count > 50, Int.random(in: 0..<10, using: &generator) > 0 {
                let id = list.remove(at: Int.random(in: 0..<list.count, using: &generator))
                #expect(members.remove(id)?.id == id)
            } else {
                members.add(Self.member("\(next)"))
                list.append(UserID("\(next)"))
                next += 1
            }
        }
        #expect(members.ordered.map(\.id) == list)
        #expect(list.allSatisfy { members[$0]?.id == $0 })
        #expect(members.count == list.count)
    }
}
