package import ArgumentParser
package import BuoyServers
package import ChannelsSigning

/// A server before anything connects to it, for services that must be there first.
package struct ComingServer: Sendable {
    package let appKey: String
    package let appSecret: AppSecret?
    /// `nil` unless it is the program's own sandbox.
    package var sandbox: SandboxOptions?
    private let arguments: [any ParsableArguments & Sendable]

    package init(
        appKey: String, appSecret: AppSecret?, sandbox: SandboxOptions? = nil,
        arguments: [any ParsableArguments & Sendable]
    ) {
        self.appKey = appKey
        self.appSecret = appSecret
        self.sandbox = sandbox
        self.arguments = arguments
    }

    /// `nil` if the command has no such options.
    package func arguments<A: ParsableArguments>(_ type: A.Type) -> A? {
        self.arguments.lazy.compactMap { $0 as? A }.first
    }
}
