import ChannelsProtocol
import TextScreen

extension Prompt {
    /// What the line is for. None asks for a secret.
    struct Kind: Hashable, Sendable {
        /// What becomes of the text.
        enum Purpose: Hashable, Sendable {
            /// A line of the command line: a command by its name, with its argument.
            case commandLine
            /// What may follow a command on the command line.
            /// - Parameter takesBlank: whether a blank text means something too.
            case argument(CommandName, takesBlank: Bool)
            /// An event to bind on a channel; on all channels without one.
            case binding(ChannelName?)
            /// A text to look for among the members.
            case memberSearch
        }

        let purpose: Purpose
        /// Kinds that share a history; the configuration's state file has it too.
        let historyName: String
        let label: SafeText
        /// Whether there is a space between the label and the text.
        var isSpaced = true
        /// What Enter does, for the hints.
        let verb: String
        /// The hint that is shown while nothing is typed.
        let placeholder: SafeText
        /// Whether what Tab offers is listed above the line, each with what it means.
        var listsCandidates = false
    }
}
