package import ArgumentParser
import BuoyDashboard
package import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyServers
import ChannelsSigning

package enum WebhookInbox: SubcommandFeature, EarlyServiceFeature {
    package static let subcommandGroup = SubcommandGroup.servers

    package static let subcommands: [any ParsableCommand.Type] = [WebhooksCommand.self]

    /// The receiver is there first, because the sandbox is started with its URL.
    package static func service(
        before server: inout ComingServer
    ) async throws -> (any FeatureService)? {
        guard let port = server.arguments(WebhookInboxArguments.self)?.port else { return nil }
        guard let secret = server.appSecret else {
            throw ValidationError(
                "--webhooks requires the app's secret, to verify them: use --secret-file, or set "
                    + "BUOY_SECRET.")
        }
        let feed = try await WebhookFeed(
            port: port, key: server.appKey, secret: secret,
            allowedHosts: server.arguments(HostArguments.self)?.allowedHosts ?? [])
        try server.sandbox?.main.webhooks = [WebhookTarget(feed.url)]
        return feed
    }
}
