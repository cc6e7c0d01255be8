package import BuoyProgramSupport
import BuoyServers
import ChannelsProtocol

extension SandboxCommand {
    package static let channelValues = SandboxDirectory.entries.map { entry in
        CompletionValue(entry.channel.text, entry.summary)
    }
}
