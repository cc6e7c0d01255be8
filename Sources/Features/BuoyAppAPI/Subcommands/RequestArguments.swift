import ArgumentParser
import BuoyProgramSupport
import BuoyScripts
import ChannelsHTTPAPI

struct RequestArguments: ParsableArguments, Sendable {
    static let title = "Requests"

    @Option(.timeout, help: "The request timeout (default: 10s).")
    var timeout: String?

    @Flag(
        name: .customLong("correct-clock"),
        help: "Sign with the server's time if this machine's clock is wrong.")
    var correctsClock = false

    func validate() throws {
        _ = try self.parsedTimeout()
    }

    private func parsedTimeout() throws -> Duration? {
        try TypedTime.duration(self.timeout, "--timeout", in: .seconds(1) ... .seconds(3600))
    }

    func apply(to options: inout ChannelsAPIOptions) throws {
        if let timeout = try self.parsedTimeout() { options.timeLimit = timeout }
        options.correctsClock = self.correctsClock
    }
}
