import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyStage

@Suite("Bots, and who does what when")
struct BotTroupeTests {
    private static let stage = ChannelName(wire: "presence-stage")

    private static func time(_ seconds: Double) -> ChannelsTimestamp {
        ChannelsTimestamp.zero.advanced(by: .seconds(seconds))
    }

    /// A troupe that is talked to.
    private struct Dialogue {
        var troupe = BotTroupe()

        mutating func order(_ line: String, at seconds: Double = 0) throws -> [BotTroupe.Action] {
            let request = BotRequest(try BotLine.order(line), on: BotTroupeTests.stage)
            return try self.troupe.perform(request, at: BotTroupeTests.time(seconds))
        }

        /// Why an order is refused.
        mutating func refusal(_ line: String) -> String? {
            do {
                _ = try self.order(line)
                return nil
            } catch {
                return "\(error)"
            }
        }
    }

    private static func opening(_ number: Int, _ name: String) -> BotTroupe.Action {
        .open(
            BotTroupe.Connection(
                number: number, name: name, userID: UserID("bot-\(name.lowercased())"),
                channel: Self.stage))
    }

    @Test("bots have names in order, or the name that is given, and leave one by one")
    func names() throws {
        var dialogue = Dialogue()
        #expect(try dialogue.order("add") == [Self.opening(1, "Ben")])
        #expect(try dialogue.order("add Zoë") == [Self.opening(2, "Zoë")])
        #expect(try dialogue.order("add") == [Self.opening(3, "Emil")])
        #expect(try dialogue.order("remove ben") == [.close(1)])
        #expect(try dialogue.order("remove") == [.close(3)])
        #expect(dialogue.troupe.statuses.map(\.name) == ["Zoë"])
        #expect(try dialogue.order("add") == [Self.opening(4, "Ben")])
        #expect(try dialogue.order("off") == [.close(2), .close(4)])
        #expect(dialogue.troupe.statuses.isEmpty)
    }

    @Test("six bots in a row have six colours")
    func colors() {
        for start in stride(from: 0, to: 18, by: 6) {
            let names = BotName.all[start..<start + 6]
            let roles = names.map { Role.accent(for: BotTroupe.userID(of: $0).text.utf8) }
            #expect(Set(roles).count == 6, "\(names)")
        }
        #expect(Set(BotName.all).count == BotTroupe.limit)
    }

    @Test("a second connection of the same user is the first to leave")
    func twins() throws {
        var dialogue = Dialogue()
        _ = try dialogue.order("add")
        #expect(try dialogue.order("twin") == [Self.opening(2, "Ben")])
        #expect(dialogue.troupe.statuses.map(\.connections) == [2])
        #expect(try dialogue.order("leave") == [.cut(2)])
        #expect(dialogue.troupe.statuses.map(\.connections) == [1])
        #expect(try dialogue.order("leave Ben") == [.cut(1)])
        #expect(dialogue.troupe.statuses.isEmpty)
    }

    @Test("who flaps drops out every four seconds, until it is calm")
    func flapping() throws {
        var dialogue = Dialogue()
        _ = try dialogue.order("add")
        #expect(try dialogue.order("flap", at: 1) == [.drop(1)])
        #expect(dialogue.troupe.next == Self.time(5))
        #expect(dialogue.troupe.due(at: Self.time(4.9)) == [])
        #expect(dialogue.troupe.due(at: Self.time(5)) == [.drop(1)])
        #expect(dialogue.troupe.next == Self.time(9))
        #expect(dialogue.troupe.statuses.map(\.isFlapping) == [true])
        #expect(try dialogue.order("calm") == [])
        #expect(dialogue.troupe.next == nil)
        #expect(dialogue.troupe.due(at: Self.time(20)) == [])
    }

    @Test("who chatters types first, and then sends a message, the same in every run")
    func chatter() throws {
        var dialogue = Dialogue()
        _ = try dialogue.order("add")
        let typing = ChannelsEvent.typing(on: Self.stage)
        #expect(try dialogue.order("chatter", at: 1) == [.send(1, typing)])
        #expect(
            dialogue.troupe.due(at: Self.time(2.5))
                == [.send(1, .message("Good morning!", on: Self.stage))])
        #expect(dialogue.troupe.next == Self.time(7))
        #expect(dialogue.troupe.due(at: Self.time(7)) == [.send(1, typing)])
        #expect(
            dialogue.troupe.due(at: Self.time(8.5))
                == [.send(1, .message("Hello, everybody.", on: Self.stage))])
    }

    @Test("what is said is sent on the latest connection")
    func saying() throws {
        var dialogue = Dialogue()
        _ = try dialogue.order("add")
        _ = try dialogue.order("twin")
        #expect(
            try dialogue.order("say Ben Two   words")
                == [.send(2, .message("Two words", on: Self.stage))])
    }

    @Test("there are at most twenty connections")
    func limit() throws {
        var dialogue = Dialogue()
        for _ in 1...BotTroupe.limit { _ = try dialogue.order("add") }
        #expect(dialogue.refusal("twin")?.contains("up to 20 connections") == true)
        #expect(dialogue.refusal("add Zed")?.contains("up to 20 connections") == true)
        #expect(dialogue.refusal("add")?.contains("all names are taken") == true)
        #expect(dialogue.troupe.statuses.count == BotTroupe.limit)
    }

    @Test(
        "what cannot be is refused",
        arguments: [
            ("remove", "no bots yet; use :bot add to add one"),
            ("", "type a bot command"),
            ("ad", "did you mean \"add\"?"),
            ("dance", "choose from add, remove"),
            ("add two words", "add takes one bot name"),
            ("off Ben", "off takes no argument"),
            ("say", "say takes a bot name"),
            ("say Ben", "say takes a bot name"),
            ("add a,b", "1 to 20 letters"),
            ("add abcdefghijklmnopqrstuvwxyz", "1 to 20 letters"),
        ])
    func refusals(line: String, expected: String) {
        var dialogue = Dialogue()
        #expect(dialogue.refusal(line)?.contains(expected) == true)
    }

    @Test("a bot that is here cannot join again, and one that is not can do nothing")
    func strangers() throws {
        var dialogue = Dialogue()
        _ = try dialogue.order("add Ana")
        #expect(dialogue.refusal("add ana")?.contains(":bot twin ana") == true)
        #expect(dialogue.refusal("leave Bob") == "no bot is named Bob; the only bot is Ana")
        #expect(
            throws: StageRefusal.self,
            performing: {
                _ = try dialogue.troupe.perform(BotRequest(.add(nil), on: nil), at: .zero)
            })
        #expect(dialogue.troupe.statuses.count == 1)
    }

    @Test("an endpoint that makes bots another user is told once")
    func otherUser() throws {
        var dialogue = Dialogue()
        _ = try dialogue.order("add")
        #expect(dialogue.troupe.subscribed(1, as: "bot-ben") == nil)
        #expect(dialogue.troupe.subscribed(1, as: nil) == nil)
        let remark = dialogue.troupe.subscribed(1, as: "7")
        #expect(remark?.text.contains("identified Ben as 7") == true)
        #expect(dialogue.troupe.subscribed(1, as: "7") == nil)
        #expect(dialogue.troupe.subscribed(9, as: "7") == nil)
    }

    @Test("a bot that is refused is closed and forgotten")
    func refused() throws {
        var dialogue = Dialogue()
        _ = try dialogue.order("add")
        let refused = dialogue.troupe.refused(1, "no")
        #expect(refused?.remark.text == "the bot Ben was refused: no")
        #expect(refused?.actions == [.close(1)])
        #expect(dialogue.troupe.statuses.isEmpty)
        #expect(dialogue.troupe.refused(1, "no") == nil)
    }

    @Test("words that may follow are completed")
    func completion() {
        #expect(BotLine.candidates(after: [], bots: []).contains("flap"))
        #expect(BotLine.candidates(after: ["flap"], bots: ["Ben"]) == ["Ben"])
        #expect(BotLine.candidates(after: ["add"], bots: ["Ben"]).first == "Emil")
        #expect(BotLine.candidates(after: ["off"], bots: ["Ben"]) == [])
        #expect(BotLine.candidates(after: ["flap", "Ben"], bots: ["Ben"]) == [])
        for verb in BotVerb.allCases where verb != .say {
            #expect((try? BotLine.order(verb.rawValue))?.words == verb.rawValue)
        }
    }
}
