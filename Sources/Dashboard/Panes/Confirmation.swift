import ChannelsProtocol
import TextScreen

/// A question before something that is hard to take back; only `y` is yes.
enum Confirmation: Hashable, Sendable {
    case unsubscribe([ChannelName])
}

extension Confirmation {
    /// The question, with the answers.
    var question: SafeText {
        switch self {
        case .unsubscribe(let channels): "unsubscribe \(channels.count) channels? y/N"
        }
    }

    /// What `y` does, in a word.
    var verb: String {
        switch self {
        case .unsubscribe: "unsubscribe"
        }
    }

    /// What yes means.
    var effects: [Effect] {
        switch self {
        case .unsubscribe(let channels): channels.map(Effect.unsubscribe)
        }
    }
}
