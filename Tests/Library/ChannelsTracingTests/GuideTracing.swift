#if Integrations
import Channels
import ChannelsHTTPAPI
import ChannelsTracing

/// The code about spans of the section "Traces and configurations" of OptionsAndIntegrations.md.
enum GuideTracing {
    static func trace(_ options: inout ChannelsOptions, _ apiOptions: inout ChannelsAPIOptions) {
        // guide: tracing start
        options.traceAuthorizations()
        apiOptions.traceRequests()
        // guide: tracing end
    }
}
#endif
