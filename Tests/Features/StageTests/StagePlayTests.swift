import BuoyScripts
import ChannelsProtocol
import Testing

@testable import BuoyStage

@Suite("An act, cue by cue")
struct StagePlayTests {
    private static func time(_ seconds: Double) -> ChannelsTimestamp {
        ChannelsTimestamp.zero.advanced(by: .seconds(seconds))
    }

    private static let act = StageAct(
        title: "A talk", channel: StageAct.standardChannel,
        [
            .init(name: "Ben joins", [.bot(.add("Ben")), .wait(.seconds(2)), .say("Hello")]),
            .init(name: "Ben is gone", [.bot(.leave("Ben"))]),
        ])

    @Test("a cue goes on after its wait; the next one is announced")
    func playing() {
        var play = StagePlay(Self.act)
        #expect(play.announcement == "1 of 2  Ben joins")
        #expect(play.next(at: Self.time(10)) == [.bot(.add("Ben"))])
        #expect(play.isWaiting)
        #expect(play.announcement == "2 of 2  Ben is gone")
        #expect(play.due(at: Self.time(11.9)) == [])
        #expect(play.due(at: Self.time(12)) == [.say("Hello")])
        #expect(!play.isWaiting)
        #expect(play.due(at: Self.time(30)) == [])
        #expect(play.next(at: Self.time(31)) == [.bot(.leave("Ben"))])
        #expect(play.announcement == "A talk is over; use :cue 1 to restart")
        #expect(play.next(at: Self.time(32)) == [])
    }

    @Test("a speaker who is faster gets what still waits, and then the next cue")
    func hurry() {
        var play = StagePlay(Self.act)
        _ = play.next(at: Self.time(0))
        #expect(play.next(at: Self.time(1)) == [.say("Hello"), .bot(.leave("Ben"))])
        #expect(play.due(at: Self.time(9)) == [])
    }

    @Test("a cue can be repeated; what waits is forgotten")
    func going() throws {
        var play = StagePlay(Self.act)
        _ = play.next(at: Self.time(0))
        try play.go(to: 1)
        #expect(!play.isWaiting)
        #expect(play.announcement == "1 of 2  Ben joins")
        #expect(throws: StageRefusal.self) { try play.go(to: 3) }
        #expect(throws: StageRefusal.self) { try play.go(to: 0) }
        var empty = StagePlay(StageAct(title: "", channel: StageAct.standardChannel, []))
        #expect(throws: StageRefusal.self) { try empty.go(to: 1) }
        #expect(empty.next(at: .zero) == [])
    }

    @Test("steps are lines of the command line")
    func steps() throws {
        #expect(try StageStep("bot add Ana") == .bot(.add("Ana")))
        #expect(try StageStep("say Good morning, all") == .say("Good morning, all"))
        #expect(try StageStep("typing") == .typing)
        #expect(try StageStep("fault off") == .fault(.endAll))
        #expect(
            try StageStep("fault silence for 20s")
                == .fault(.plan([.init(at: .zero, .silence(.both), for: .seconds(20))])))
        #expect(try StageStep("reconnect") == .reconnect)
        #expect(try StageStep("wait 500ms") == .wait(.milliseconds(500)))
    }

    @Test(
        "what is no step is refused",
        arguments: [
            ("", "unknown step \"\""), ("bots add", "did you mean \"bot\"?"),
            ("wait", "\"wait\" must be followed by a time"),
            ("wait 2h", "\"wait\" must be followed by a time"),
            ("say", "1 to 500 bytes"), ("typing now", "typing takes no argument"),
            ("fault fire", "unknown fault \"fire\""),
            ("bot dance", "unknown bot command \"dance\""),
        ])
    func refusals(line: String, expected: String) {
        #expect {
            try StageStep(line)
        } throws: {
            "\($0)".contains(expected)
        }
    }
}
