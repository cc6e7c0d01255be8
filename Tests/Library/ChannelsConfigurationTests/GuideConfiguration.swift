#if Integrations
import Channels
import ChannelsConfiguration
import ChannelsHTTPAPI
import Configuration

/// The code about options of the section "Traces and configurations" of OptionsAndIntegrations.md.
enum GuideConfiguration {
    static func read() throws -> (ChannelsOptions, ChannelsAPIOptions) {
        // guide: configuration start
        let config = ConfigReader(provider: EnvironmentVariablesProvider()).scoped(to: "channels")
        let options = try ChannelsOptions(config: config)
        let apiOptions = try ChannelsAPIOptions(config: config)
        // guide: configuration end
        return (options, apiOptions)
    }
}
#endif
