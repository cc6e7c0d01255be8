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
        /// A text to look for among the members.
        case memberSearch
        /// A question that one key answers.
        case confirm(Confirmation)
        case filter
        case saveFilter
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
        case .memberSearch: "members"
        case .filter: "filter"
        case .confirm: "confirm"
        case .saveFilter: "saveFilter"
        }
    }

    /// What Enter does, for the hints.
    var verb: String {
        switch self {
        case .bindEverywhere: "bind"
        case .memberSearch: "search"
        case .confirm(let question): question.verb
        case .saveFilter: "save"
        default: self.historyName == "trigger" ? "send" : self.historyName
        }
    }

    var label: SafeText {
        switch self {
        case .subscribe: "subscribe>"
        case .bind(let channel): "bind on \(SafeText(sanitizing: channel.text, limit: 120))>"
        case .bindEverywhere: "bind on all channels>"
        case .trigger: "client event>"
        case .search, .memberSearch: "/"
        case .filter: "filter>"
        case .confirm(let question): question.question
        case .saveFilter: "save the filter as>"
        }
    }

    /// What stands there while nothing is typed.
    var placeholder: SafeText {
        switch self {
        case .subscribe: "names of channels, with spaces between"
        case .bind, .bindEverywhere: "name of an event, * for every event"
        case .trigger: "channel client-event {\"data\":1}"
        case .search: "text in names, channels or data"
        case .memberSearch: "text in ids or names of members"
        case .confirm: ""
        case .filter: "order  channel:presence-*  event:*paid  -typing"
        case .saveFilter: "a name, so that @name stands for it"
        }
    }
}
