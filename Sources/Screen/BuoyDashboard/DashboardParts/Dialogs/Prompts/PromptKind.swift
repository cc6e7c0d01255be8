import BuoyTextScreen
import ChannelsProtocol

extension Prompt {
    /// The kind of a prompt. None asks for a secret.
    package struct Kind: Hashable, Sendable {
        /// What becomes of the text.
        enum Purpose: Hashable, Sendable {
            /// A line of the command line: the name of a command, with its argument.
            case commandLine
            /// The argument of a command.
            /// - Parameter takesBlank: whether a blank text is allowed.
            case argument(CommandName, takesBlank: Bool)
            /// An event to bind on a channel; `nil` for all channels.
            case binding(ChannelName?)
            /// A string to search for among the members.
            case memberSearch
            /// A string that the rows of a pane must contain.
            case paneSearch(PaneID)
            /// A string to look for in what is inspected.
            case documentSearch
        }

        /// What becomes of the text.
        let purpose: Purpose
        /// The name of the history, which kinds may share; also used in the state file.
        let historyName: String
        let label: SafeText
        let isSpaced: Bool
        /// What Enter does, for the hints.
        let verb: String
        /// The hint that is shown while the prompt is empty.
        let placeholder: SafeText
        let listsCandidates: Bool

        /// - Parameters:
        ///   - historyName: kinds with the same one share their earlier lines.
        ///   - label: what stands before the text.
        ///   - isSpaced: whether there is a space between the label and the text.
        ///   - verb: what Enter does, in a word.
        ///   - placeholder: what is shown while nothing is typed.
        ///   - listsCandidates: whether what Tab offers is listed above the line, each with what
        ///     it means.
        init(
            purpose: Purpose, historyName: String, label: SafeText, isSpaced: Bool = true,
            verb: String, placeholder: SafeText, listsCandidates: Bool = false
        ) {
            self.purpose = purpose
            self.historyName = historyName
            self.label = label
            self.isSpaced = isSpaced
            self.verb = verb
            self.placeholder = placeholder
            self.listsCandidates = listsCandidates
        }
    }
}
