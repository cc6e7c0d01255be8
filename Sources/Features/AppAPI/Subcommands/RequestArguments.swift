package import ArgumentParser
import ChannelsHTTPAPI

/// The arguments for the requests themselves.
package struct RequestArguments: ParsableArguments {
    /// The title of the group in the help.
    package static let title = "Requests"

    @Option(
        name: .customLong("encryption-key-file"),
        help: ArgumentHelp(
            "A file with the app's encryption master key, for encrypted channels.",
            valueName: "file"),
        completion: .file())
    package var encryptionKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "The time limit of a request (10).", valueName: "seconds"))
    package var timeout: Int?

    @Flag(
        name: .customLong("correct-clock"),
        help: "Sign with the server's time if this machine's clock is wrong.")
    package var correctsClock = false

    package init() {}

    package func validate() throws {
        guard let timeout, !(1...3600).contains(timeout) else { return }
        throw ValidationError("--timeout must be between 1 and 3600 seconds.")
    }

    func apply(to options: inout ChannelsAPIOptions) throws {
        if let timeout { options.timeLimit = .seconds(timeout) }
        options.correctsClock = self.correctsClock
    }
}
