import ArgumentParser

struct DashboardArguments: ParsableArguments {
    @Flag(
        name: .customLong("read-only"),
        help: "Refuse anything that would modify data on the server. Subscribing is still allowed.")
    var isReadOnly = false
}
