package import ArgumentParser
package import BuoyServers
package import Channels

/// The program's own client, the clients of a proxy, or a recording.
package struct WatchedSubject: Sendable {
    /// `nil` for a recording or a proxy.
    package var client: ChannelsClient?
    package var options: ChannelsOptions?
    /// `nil` if it shows another server.
    package var sandboxPort: Int?
    /// The program's own, which other listeners can hand connections to.
    package var sandbox: SandboxServer?
    var arguments: [any ParsableArguments & Sendable]
    package var environment: [String: String]

    package init(
        client: ChannelsClient? = nil, options: ChannelsOptions? = nil, sandboxPort: Int? = nil,
        sandbox: SandboxServer? = nil,
        arguments: [any ParsableArguments & Sendable] = [], environment: [String: String] = [:]
    ) {
        self.client = client
        self.options = options
        self.sandboxPort = sandboxPort
        self.sandbox = sandbox
        self.arguments = arguments
        self.environment = environment
    }

    package func arguments<A: ParsableArguments>(_ type: A.Type) -> A? {
        self.arguments.lazy.compactMap { $0 as? A }.first
    }
}
