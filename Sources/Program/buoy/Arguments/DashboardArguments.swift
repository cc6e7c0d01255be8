import ArgumentParser

/// The arguments of the dashboard that concern neither the connection nor how it looks.
struct DashboardArguments: ParsableArguments {
    @Flag(
        name: .customLong("read-only"),
        help: "Refuse everything that would change the server. Subscribing is allowed.")
    var isReadOnly = false

    @Option(
        name: .customLong("webhooks"),
        help: ArgumentHelp(
            """
            Receive webhooks on this port of 127.0.0.1 (0 for any free one), and show them in the \
            Log pane. The built-in sandbox sends its own there.
            """, valueName: "port"))
    var webhookPort: Int?

    func validate() throws {
        guard let port = self.webhookPort, !(0...65_535).contains(port) else { return }
        throw ValidationError("--webhooks must be a port, from 0 to 65535.")
    }
}
