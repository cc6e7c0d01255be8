package import ArgumentParser
import ChannelsHTTPAPI
package import ProgramSupport
import Scripts

/// The arguments for the requests themselves.
package struct RequestArguments: ServerOptions {
    /// The title of the group in the help.
    package static let title = "Requests"

    @Option(.encryptionKeyFile) package var encryptionKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "The time limit of a request (10).", valueName: "seconds"))
    package var timeout: Int?

    @Flag(
        name: .customLong("correct-clock"),
        help: "Sign with the server's time if this machine's clock is wrong.")
    package var correctsClock = false

    package static let bindings: [SettingBinding<Self>] = [
        SettingBinding(\.encryptionKeyFile, \.encryptionKeyFile)
    ]

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
