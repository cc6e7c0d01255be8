package import ArgumentParser

package struct HostArguments: ParsableArguments, Sendable {
    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp(
            """
            Another host name that clients may use, such as a tunnel's. Addresses, \
            localhost and this machine's name are always allowed. May be repeated.
            """, valueName: "name"))
    package var allowedHosts: [String] = []

    package init() {}

    /// Refuses anything that is not a name: a URL, or a name with a port.
    package func validate() throws {
        for host in self.allowedHosts {
            guard !host.isEmpty, !host.contains(where: { "/: @".contains($0) }) else {
                throw ValidationError("--allow-host takes a name without a port, such as app.test.")
            }
        }
    }
}
