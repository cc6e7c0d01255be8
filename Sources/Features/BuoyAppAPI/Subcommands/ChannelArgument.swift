import ArgumentParser
import ChannelsProtocol

/// A channel name in the arguments.
enum ChannelArgument {
    /// - Throws: `ValidationError` that says what is wrong with it.
    static func name(_ text: String) throws -> ChannelName {
        do { return try ChannelName(text) } catch { throw ValidationError("\(error)") }
    }
}
