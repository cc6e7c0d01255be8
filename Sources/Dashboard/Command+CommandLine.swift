extension Command {
    /// As the command line takes it: `:layout NAME`.
    package var commandLineForm: String {
        ":" + self.configurationName + (self.argument.map { " " + $0.placeholder } ?? "")
    }
}

extension Command.Argument {
    /// What stands for it in a form: `NAME`, or the words themselves.
    var placeholder: String {
        switch self {
        case .channels: "CHANNELS"
        case .event: "EVENT"
        case .clientEvent: "CHANNEL EVENT DATA"
        case .text: "TEXT"
        case .filter: "FILTER"
        case .filterName, .theme, .layout, .policy: "NAME"
        case .file: "FILE"
        case .word(let words): words.joined(separator: "|")
        }
    }
}
