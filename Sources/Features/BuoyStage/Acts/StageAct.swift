package import BuoyScripts
import ChannelsBasics
package import ChannelsProtocol

package struct StageAct: Hashable, Sendable {
    package struct Cue: Hashable, Sendable {
        let name: String
        package let steps: [StageStep]

        package init(name: String, _ steps: [StageStep]) {
            self.name = name
            self.steps = steps
        }
    }

    package let title: String
    package let channel: ChannelName
    package let cues: [Cue]

    package init(title: String, channel: ChannelName, _ cues: [Cue]) {
        self.title = title
        self.channel = channel
        self.cues = cues
    }

    static let standardChannel = ChannelName(wire: "presence-stage")
    package static let cueLimit = 100
    package static let stepLimit = 100
}

package enum StageStep: Hashable, Sendable {
    case bot(BotOrder)
    case say(String)
    case typing
    /// `fault silence for 20s`, of the speaker's own connection; `fault off` ends all.
    case fault(FaultOrder)
    case reconnect
    case wait(Duration)
    /// Until at least this many members are here.
    case waitForMembers(Int)
    case room(RoomOrder)

    init(_ line: String) throws(StageRefusal) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        switch words.first {
        case "bot": self = .bot(try BotLine.order(rest))
        case "say": self = .say(try StageMessage.checked(rest))
        case "typing" where rest.isEmpty: self = .typing
        case "fault":
            do { self = .fault(try FaultOrder(typed: rest)) } catch {
                throw StageRefusal(error.description)
            }
        case "reconnect" where rest.isEmpty: self = .reconnect
        case "wait": self = try Self.wait(rest)
        case "room": self = .room(try RoomOrder(rest))
        case "typing", "reconnect": throw StageRefusal("\(words[0]) takes no argument")
        case let word:
            throw StageRefusal(Suggestion.unknown("step", word ?? "", among: Self.verbs))
        }
    }

    private static let verbs = ["bot", "say", "typing", "fault", "reconnect", "room", "wait"]

    private static let longestWait = Duration.seconds(600)

    private static func wait(_ text: String) throws(StageRefusal) -> StageStep {
        let words = text.split(separator: " ")
        if words.count == 2, ["member", "members"].contains(words[1]), let count = Int(words[0]),
            (1...RoomServer.mostMembers).contains(count)
        {
            return .waitForMembers(count)
        }
        guard let time = Duration(typed: text), time <= Self.longestWait else {
            throw StageRefusal(
                "\"wait\" must be followed by a time up to 10m, such as 500ms or 3s, or by a "
                    + "number of members, such as 5 members")
        }
        return .wait(time)
    }
}
