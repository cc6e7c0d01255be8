import ChannelsProtocol
import Testing

@testable import BuoyStage

@Suite("Orders for a room")
struct RoomOrderTests {
    @Test(
        "lines are orders",
        arguments: [
            ("cut", RoomOrder.cut(.zero)), ("cut for 5s", .cut(.seconds(5))), ("freeze", .freeze),
            ("close 4200", .close(4200)), ("slow 500ms", .slow(.milliseconds(500))),
            ("slow off", .slow(.zero)), ("lock", .lock(true)), ("unlock", .lock(false)),
            ("kick Ana Ruiz", .kick("Ana Ruiz")), ("clear", .clear), ("hide", .hide),
            ("code", .code(true)), ("uncode", .code(false)),
        ])
    func lines(_ line: String, _ order: RoomOrder) throws {
        #expect(try RoomOrder(line) == order)
        #expect(try RoomOrder(order.words) == order)
    }

    @Test(
        "other lines say what would be right",
        arguments: [
            ("cut 5s", #"cut takes a time up to 1m, such as "for 5s""#),
            ("cut for 2m", #"cut takes a time up to 1m, such as "for 5s""#),
            ("slow", "slow takes a time up to 1m, such as 2s, or off"),
            ("close", "close takes a close code, such as 4200"),
            ("close 1006", "close takes a close code, such as 4200"),
            ("kick", "kick takes a name or a user id"), ("lock it", "lock takes no argument"),
            ("freese", #"unknown room command "freese"; did you mean "freeze"?"#),
        ])
    func refusals(_ line: String, _ text: String) {
        #expect(throws: StageRefusal(text)) { try RoomOrder(line) }
    }

    @Test("acts wait for members")
    func waiting() throws {
        var play = StagePlay(
            StageAct(
                title: "Act", channel: "presence-room",
                [.init(name: "Join", [try StageStep("wait 5 members"), .say("Hello")])]))
        let now = ChannelsTimestamp.zero
        #expect(play.next(at: now).isEmpty && play.isWaiting)
        #expect(play.announcement == "waiting for 5 members")
        #expect(play.due(at: now, members: 4).isEmpty)
        #expect(play.due(at: now, members: 6) == [.say("Hello")] && !play.isWaiting)
        for wrong in ["wait 0 members", "wait 201 members", "wait five members"] {
            #expect(throws: StageRefusal.self) { try StageStep(wrong) }
        }
    }

    @Test("the built-in act of a room is sound, and its channel is new each time")
    func builtIn() throws {
        let (one, other) = (
            try StageFile.chosen(nil, isRoom: true), try StageFile.chosen(nil, isRoom: true)
        )
        #expect(one.cues.count == 8 && one.cues == other.cues && one.channel != other.channel)
    }
}
