package import BuoyScripts
import ChannelsBasics
package import ChannelsProtocol

/// An act for a talk: cues, which the speaker starts one after the other.
package struct StageAct: Hashable, Sendable {
    /// A part of an act.
    package struct Cue: Hashable, Sendable {
        /// What it is called in the line that announces it.
        let name: String
        /// What happens, in order.
        package let steps: [StageStep]

        /// Creates a cue.
        package init(name: String, _ steps: [StageStep]) {
            self.name = name
            self.steps = steps
        }
    }

    /// The name of the act.
    package let title: String
    /// The presence channel that it plays on.
    package let channel: ChannelName
    /// The cues.
    package let cues: [Cue]

    /// Creates an act.
    package init(title: String, channel: ChannelName, _ cues: [Cue]) {
        self.title = title
        self.channel = channel
        self.cues = cues
    }

    /// The channel of an act that names none.
    static let standardChannel = ChannelName(wire: "presence-stage")
    /// The maximum number of cues.
    package static let cueLimit = 100
    /// The maximum number of steps of a cue.
    package static let stepLimit = 100
}

/// One thing that happens in a cue. Its words are those of the dashboard's command line.
package enum StageStep: Hashable, Sendable {
    /// `bot add Ana`
    case bot(BotOrder)
    /// `say Hello`: the speaker's own connection sends a message.
    case say(String)
    /// `typing`: the speaker's own connection says that its user is typing.
    case typing
    /// `fault silence for 20s`, of the speaker's own connection; `fault off` ends all.
    case fault(FaultOrder)
    /// `reconnect`: the speaker's own connection is closed, and opened again.
    case reconnect
    /// `wait 2s`: the rest of the cue waits.
    case wait(Duration)

    /// Reads a step.
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
        case "wait": self = .wait(try Self.wait(rest))
        case "typing", "reconnect": throw StageRefusal("\(words[0]) takes no argument")
        case let word:
            throw StageRefusal(Suggestion.unknown("step", word ?? "", among: Self.verbs))
        }
    }

    private static let verbs = ["bot", "say", "typing", "fault", "reconnect", "wait"]

    /// The longest wait: nobody waits longer on a stage.
    private static let longestWait = Duration.seconds(600)

    private static func wait(_ text: String) throws(StageRefusal) -> Duration {
        guard let time = Duration(typed: text), time <= Self.longestWait else {
            throw StageRefusal("\"wait\" must be followed by a time up to 10m, such as 500ms or 3s")
        }
        return time
    }
}
