import ArgumentParser
import ChannelsProtocol

enum ChannelArgument {
    static func name(_ text: String) throws -> ChannelName {
        do { return try ChannelName(text) } catch { throw ValidationError(error.description) }
    }
}
