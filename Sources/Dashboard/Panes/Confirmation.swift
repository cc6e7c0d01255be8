import ChannelsProtocol
import TextScreen

/// A question before something that is hard to take back; only `y` is yes.
enum Confirmation: Hashable, Sendable {
    case unsubscribe([ChannelName])
    /// A saved filter is given up.
    case forgetFilter(String)
    /// A saved layout is given up.
    case forgetLayout(String)
    /// A file is written in place of another; what does it, and the path.
    case overwrite(Effect, path: String)
}

extension Confirmation {
    /// The question, with the answers.
    var question: SafeText {
        switch self {
        case .unsubscribe(let channels): "unsubscribe \(channels.count) channels? y/N"
        case .forgetFilter(let name): "forget the filter \(name)? y/N"
        case .forgetLayout(let name): "forget the layout \(name)? y/N"
        case .overwrite(_, let path):
            "\(SafeText(sanitizing: path, limit: 400)) exists: overwrite it? y/N"
        }
    }

    /// What `y` does, in a word.
    var verb: String {
        switch self {
        case .unsubscribe: "unsubscribe"
        case .forgetFilter, .forgetLayout: "forget"
        case .overwrite: "overwrite"
        }
    }
}
