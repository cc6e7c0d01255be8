import ArgumentParser

/// The arguments of the Push pane, for `buoy watch`.
package struct PushPaneArguments: ParsableArguments, Sendable {
    @Option(
        name: .customLong("push-endpoint"),
        help: ArgumentHelp(
            """
            The push service's base URL, before /v1/clients, for the Push pane. If no server is \
            configured, the built-in sandbox is the service.
            """, valueName: "url"))
    var endpoint: String?

    @Option(
        name: .customLong("push-state"),
        help: ArgumentHelp(
            """
            The file that stores the device, its token, its interests and pending operations, as \
            for 'buoy push'; only you can read it. By default, nothing is stored.
            """, valueName: "file"),
        completion: .file())
    var stateFile: String?

    package init() {}
}
