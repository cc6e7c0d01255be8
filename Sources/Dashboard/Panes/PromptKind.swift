import ChannelsProtocol
import TextScreen

extension Prompt {
    /// What the line is for. None asks for a secret.
    enum Kind: Hashable, Sendable {
        case subscribe
        case bind(ChannelName)
        case bindEverywhere
        case trigger
        case search
        case filter
    }
}

extension Prompt.Kind {
    /// Kinds that share a history.
    var historyName: String {
        switch self {
        case .subscribe: "subscribe"
        case .bind, .bindEverywhere: "bind"
        case .trigger: "trigger"
        case .search: "search"
        case .filter: "filter"
        }
    }

    /// What Enter does, for the hints.
    var verb: String {
        switch self {
        case .bindEverywhere: "bind"
        default: self.historyName == "trigger" ? "send" : self.historyName
        }
    }

    var label: SafeText {
        switch self {
        case .subscribe: "subscribe>"
        case .bind(let channel): "bind on \(SafeText(sanitizing: channel.text, limit: 120))>"
        case .bindEverywhere: "bind on all channels>"
        case .trigger: "client event>"
        case .search: "/"
        case .filter: "filter>"
        }
    }

    /// What stands there while nothing is typed.
    var placeholder: SafeText {
        switch self {
        case .subscribe: "names of channels, with spaces between"
        case .bind, .bindEverywhere: "name of an event, * for every event"
        case .trigger: "channel client-event {\"data\":1}"
        case .search: "text in names, channels or data"
        case .filter: "order  channel:presence-*  event:*paid  -typing"
        }
    }
}
