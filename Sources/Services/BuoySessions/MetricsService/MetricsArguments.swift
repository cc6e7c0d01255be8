import ArgumentParser
import BuoyProgramSupport

package struct MetricsArguments: ParsableArguments, Sendable {
    @Option(
        name: .customLong("metrics"),
        help: ArgumentHelp(
            """
            Serve Prometheus metrics at this address, under /metrics. Port 0 picks a free port. \
            Anyone who can reach the address can read them.
            """, valueName: "address:port"))
    var place: String?

    package init() {}

    package func validate() throws { _ = try self.address() }

    package func address(allowing allowedHosts: [String] = []) throws -> MetricsAddress? {
        guard let place = self.place else { return nil }
        let (address, port) = try ListenAddress.parsed(
            place, option: "--metrics", example: "127.0.0.1:9464")
        return MetricsAddress(address: address, port: port, allowedHosts: allowedHosts)
    }
}
