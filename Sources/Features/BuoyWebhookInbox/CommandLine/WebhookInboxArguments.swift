import ArgumentParser
import BuoyDashboardRuntime

package struct WebhookInboxArguments: ParsableArguments, Sendable {
    @Option(
        name: .customLong("webhooks"),
        help: ArgumentHelp(
            """
            Receive webhooks on this port of 127.0.0.1 (0 picks a free port) and show them in the \
            connection log. The built-in sandbox sends its webhooks there.
            """, valueName: "port"))
    var port: Int?

    package init() {}

    package func validate() throws {
        guard let port = self.port, !(0...65_535).contains(port) else { return }
        throw ValidationError("--webhooks must be a port from 0 to 65535.")
    }
}

extension WebhookInboxArguments: ScreenOptions {
    package func requireScreen() throws {
        guard self.port == nil else {
            throw ValidationError(
                "--webhooks shows webhooks in the dashboard, which requires a terminal. Use buoy "
                    + "webhooks to print them.")
        }
    }
}

extension WebhookInboxArguments: OneServerOptions {
    package func requireOneServer() throws {
        guard self.port == nil else {
            throw ValidationError(
                "--webhooks requires a single server: several would share the same port.")
        }
    }
}
