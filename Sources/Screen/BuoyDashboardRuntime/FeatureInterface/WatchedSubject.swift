package import ArgumentParser
package import Channels

/// What a dashboard shows, for the services of features: the program's own client, the clients of a
/// proxy, or a recording.
package struct WatchedSubject: Sendable {
    /// The program's own client; `nil` for a recording or a proxy.
    package var client: ChannelsClient?
    /// The options of that client; `nil` for a recording or a proxy.
    package var options: ChannelsOptions?
    /// The port of the program's own sandbox; `nil` if it shows another server.
    package var sandboxPort: Int?
    /// The groups of options of features, as they were given.
    var arguments: [any ParsableArguments & Sendable]
    /// The environment of the program.
    package var environment: [String: String]

    /// - Parameters:
    ///   - client: `nil` for a recording or a proxy.
    ///   - arguments: the groups of options of features.
    package init(
        client: ChannelsClient? = nil, options: ChannelsOptions? = nil, sandboxPort: Int? = nil,
        arguments: [any ParsableArguments & Sendable] = [], environment: [String: String] = [:]
    ) {
        self.client = client
        self.options = options
        self.sandboxPort = sandboxPort
        self.arguments = arguments
        self.environment = environment
    }

    /// A group of options; `nil` if the command has no such options.
    package func arguments<A: ParsableArguments>(_ type: A.Type) -> A? {
        self.arguments.lazy.compactMap { $0 as? A }.first
    }
}
