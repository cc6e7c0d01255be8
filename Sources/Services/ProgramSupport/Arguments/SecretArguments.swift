package import ArgumentParser
package import ChannelsSigning
import OperatingSystem

/// Where the app's secret comes from: a file, a command or the environment, never an argument.
package struct SecretSource: Sendable {
    /// The value of `--secret-file`.
    package var file: String?
    /// The value of `--secret-command`.
    package var command: String?
    /// A program of the configuration and its arguments.
    package var words: [String]?

    package init(file: String?, command: String?, words: [String]? = nil) {
        self.file = file
        self.command = command
        self.words = words
    }

    /// The secret; `nil` if none is given.
    ///
    /// - Throws: `ValidationError` if the file or the command cannot be used.
    package func secret(environment: [String: String]) throws -> AppSecret? {
        if self.file != nil, self.command != nil {
            throw ValidationError("Give --secret-file or --secret-command, not both.")
        }
        if let file { return AppSecret(try SecretFile.read(file)) }
        if let command { return AppSecret(try SecretCommand.firstLine(of: command)) }
        if let words { return AppSecret(try SecretCommand.firstLine(of: words)) }
        return SecretVariable.appSecret.value(in: environment).map { AppSecret($0) }
    }

    /// What to say about a secret in an argument.
    package static let refusal =
        "A secret must not be an argument, because other users can see arguments. Put it in a file "
        + "that only you can read and give --secret-file, or set BUOY_SECRET."
}

/// The arguments for the app's secret, for commands that cannot do without.
package struct SecretArguments: ParsableArguments {
    /// The title of the group in the help.
    package static let title = "Secret"

    @Option(
        name: .customLong("secret-file"),
        help: ArgumentHelp(
            "A file with the app's secret. The environment variable BUOY_SECRET does the same.",
            valueName: "file"),
        completion: .file())
    package var secretFile: String?

    @Option(
        name: .customLong("secret-command"),
        help: ArgumentHelp(
            "A command whose first line of output is the secret.", valueName: "command"))
    package var secretCommand: String?

    /// The program that knows the secret, from the configuration.
    package var secretWords = AfterParsing<[String]>()

    @Option(help: .hidden)
    package var secret: String?

    package init() {}

    package func validate() throws {
        if self.secret != nil { throw ValidationError(SecretSource.refusal) }
    }

    /// The secret.
    ///
    /// - Throws: `ValidationError` that says how to give one, if there is none.
    package func requiredSecret(environment: [String: String]) throws -> AppSecret {
        let source = SecretSource(
            file: self.secretFile, command: self.secretCommand, words: self.secretWords.value)
        guard let secret = try source.secret(environment: environment) else {
            throw ValidationError(
                "The app's secret is missing: give --secret-file or --secret-command, or set "
                    + "BUOY_SECRET.")
        }
        return secret
    }
}

extension EncryptionMasterKey {
    /// Reads the value of `--encryption-key-file`.
    ///
    /// - Throws: `ValidationError` if the file or its contents cannot be used.
    package init(file: String) throws {
        let text = try SecretFile.read(file)
        do {
            try self.init(base64: text)
        } catch {
            throw ValidationError("--encryption-key-file: \(error)")
        }
    }
}
