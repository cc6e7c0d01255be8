package import BuoyProgramSupport
import BuoyServers
import ChannelsProtocol

extension SandboxCommand {
    /// The channels with bots, for shells that complete the name of one.
    package static let channelValues = SandboxDirectory.entries.map { entry in
        CompletionValue(entry.channel.text, entry.summary)
    }
}
