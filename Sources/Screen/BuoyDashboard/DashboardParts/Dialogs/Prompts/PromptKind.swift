import BuoyTextScreen
import ChannelsProtocol

extension Prompt {
    /// None asks for a secret.
    package struct Kind: Hashable, Sendable {
        enum Purpose: Hashable, Sendable {
            case commandLine
            case argument(CommandName, takesBlank: Bool)
            case binding(ChannelName?)
            case memberSearch
            case paneSearch(PaneID)
            case documentSearch
        }

        let purpose: Purpose
        /// Kinds with the same name share their earlier lines; also used in the state file.
        let historyName: String
        let label: SafeText
        let isSpaced: Bool
        let verb: String
        let placeholder: SafeText
        let listsCandidates: Bool

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
