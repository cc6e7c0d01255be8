import ArgumentParser

/// The arguments of the dashboard that concern neither the connection nor how it looks.
struct DashboardArguments: ParsableArguments {
    @Flag(
        name: .customLong("read-only"),
        help: "Refuse everything that would change the server. Subscribing is allowed.")
    var isReadOnly = false
}
