import ArgumentParser

/// The arguments of the Push pane, for `buoy watch`.
package struct PushPaneArguments: ParsableArguments, Sendable {
    @Option(
        name: .customLong("push-endpoint"),
        help: ArgumentHelp(
            """
            The base URL of a push service, before /v1/clients, for the Push pane. Without a \
            server, the built-in sandbox is the service.
            """, valueName: "url"))
    var endpoint: String?

    @Option(
        name: .customLong("push-state"),
        help: ArgumentHelp(
            """
            The file that stores the device, its interests and pending operations, as for 'buoy \
            push'. By default, nothing is stored. It contains the token; only you can read it.
            """, valueName: "file"),
        completion: .file())
    var stateFile: String?

    package init() {}
}
