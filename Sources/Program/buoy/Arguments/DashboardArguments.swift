import ArgumentParser

/// The arguments of the dashboard that concern neither the connection nor how it looks.
struct DashboardArguments: ParsableArguments {
    @Flag(
        name: .customLong("read-only"),
        help: "Refuse anything that would modify data on the server. Subscribing is still allowed.")
    var isReadOnly = false
}
