package import ArgumentParser
package import BuoyServers
package import ChannelsSigning

/// A server before anything connects to it, for services that must be there first.
package struct ComingServer: Sendable {
    /// The app key.
    package let appKey: String
    /// The app's secret; `nil` if it is not known.
    package let appSecret: AppSecret?
    /// How the program's own sandbox is going to be started; `nil` for another server.
    package var sandbox: SandboxOptions?
    private let arguments: [any ParsableArguments & Sendable]

    /// - Parameter arguments: the groups of options of features.
    package init(
        appKey: String, appSecret: AppSecret?, sandbox: SandboxOptions? = nil,
        arguments: [any ParsableArguments & Sendable]
    ) {
        self.appKey = appKey
        self.appSecret = appSecret
        self.sandbox = sandbox
        self.arguments = arguments
    }

    /// A group of options; `nil` if the command has no such options.
    package func arguments<A: ParsableArguments>(_ type: A.Type) -> A? {
        self.arguments.lazy.compactMap { $0 as? A }.first
    }
}
