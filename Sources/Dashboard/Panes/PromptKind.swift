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
        case filter
        /// A question that one key answers.
        case confirm(Confirmation)
        /// A command by its name, with what it acts on.
        case command
        /// What may follow a command on the command line.
        case argument(Command)
    }
}

extension Prompt.Kind {
    /// Kinds that share a history; the configuration's state file has it too.
    var historyName: String {
        switch self {
        case .subscribe: "subscribe"
        case .bind, .bindEverywhere: "bind"
        case .trigger: "trigger"
        case .search: "search"
        case .memberSearch: "members"
        case .filter: "filter"
        case .confirm: "confirm"
        case .command: "command"
        case .argument(let command): command.configurationName
        }
    }

    /// What Enter does, for the hints.
    var verb: String {
        switch self {
        case .subscribe: "subscribe"
        case .bind, .bindEverywhere: "bind"
        case .trigger: "send"
        case .search, .memberSearch: "search"
        case .filter: "filter"
        case .confirm(let question): question.verb
        case .command: "run"
        case .argument(let command): command.title.lowercased()
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
        case .command: ":"
        case .argument(let command): SafeText(ours: command.title.lowercased() + ">")
        }
    }

    /// Whether a space stands between the label and the text.
    var isSpaced: Bool { self != .search && self != .memberSearch && self != .command }

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
        case .command: "name of a command, and what it acts on; Tab lists them"
        case .argument(.export): "name of a file that ends in .jsonl or .csv"
        case .argument(let command): command.argument?.request ?? ""
        }
    }
}

extension Command.Argument {
    /// What a prompt for it asks for.
    fileprivate var request: SafeText {
        switch self {
        case .channels: "names of channels, with spaces between"
        case .event: "name of an event"
        case .clientEvent: "channel client-event {\"data\":1}"
        case .text: "text"
        case .filter: "order  channel:presence-*  event:*paid  -typing"
        case .filterName: "a name: letters, digits, - _ and ."
        case .theme: "name of a theme"
        case .layout: "a name"
        case .policy: "name of a policy"
        case .file: "name of a file"
        case .word(let words): SafeText(ours: words.joined(separator: ", "))
        }
    }
}
