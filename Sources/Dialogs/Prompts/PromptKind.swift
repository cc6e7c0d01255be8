package import ChannelsProtocol
package import DashboardSetup
package import TextScreen

extension Prompt {
    /// What the line is for. None asks for a secret.
    package struct Kind: Hashable, Sendable {
        /// What becomes of the text.
        package enum Purpose: Hashable, Sendable {
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

        /// What becomes of the text.
        package let purpose: Purpose
        /// Kinds that share a history; the configuration's state file has it too.
        package let historyName: String
        let label: SafeText
        let isSpaced: Bool
        /// What Enter does, for the hints.
        package let verb: String
        /// The hint that is shown while nothing is typed.
        package let placeholder: SafeText
        let listsCandidates: Bool

        /// - Parameters:
        ///   - historyName: kinds with the same one share their earlier lines.
        ///   - label: what stands before the text.
        ///   - isSpaced: whether there is a space between the label and the text.
        ///   - verb: what Enter does, in a word.
        ///   - placeholder: what is shown while nothing is typed.
        ///   - listsCandidates: whether what Tab offers is listed above the line, each with what
        ///     it means.
        package init(
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
