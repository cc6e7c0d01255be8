import ArgumentParser

/// The arguments of the Push pane, for `buoy watch`.
package struct PushPaneArguments: ParsableArguments, Sendable {
    @Option(
        name: .customLong("push-endpoint"),
        help: ArgumentHelp(
            """
            The URL before /v1/clients of a push service, for the Push pane. Without a server, the \
            built-in sandbox is the service.
            """, valueName: "url"))
    var endpoint: String?

    @Option(
        name: .customLong("push-state"),
        help: ArgumentHelp(
            """
            The file that keeps the device, its interests and what is still to be sent, as for \
            'buoy push'. By default nothing is kept. It contains the token; only you can read it.
            """, valueName: "file"),
        completion: .file())
    var stateFile: String?

    package init() {}
}
