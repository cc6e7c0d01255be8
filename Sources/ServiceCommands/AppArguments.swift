internal import ArgumentParser
internal import ChannelsSigning
internal import ProgramSupport

/// The key and the secret of the app that a service signs or verifies for.
struct AppArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("The app key. The environment variable BUOY_KEY does the same."))
    var key: String?

    @Option(
        name: .customLong("secret-file"),
        help: ArgumentHelp(
            """
            A file with the app's secret, readable only by you. The environment variables \
            BUOY_SECRET_FILE (a file) and BUOY_SECRET (the secret) do the same.
            """, valueName: "file"),
        completion: .file())
    var secretFile: String?

    @Option(help: .hidden)
    var secret: String?

    func validate() throws {
        guard self.secret == nil else {
            throw ValidationError(
                "A secret must not be an argument, because other users can see arguments. Put it "
                    + "in a file that only you can read and give --secret-file, or set BUOY_SECRET."
            )
        }
    }

    /// The key.
    ///
    /// - Throws: `ValidationError` if there is none.
    func appKey(_ environment: [String: String]) throws -> String {
        guard let key = self.key ?? environment["BUOY_KEY"], !key.isEmpty else {
            throw ValidationError("Give the app's key with --key, or set BUOY_KEY.")
        }
        return key
    }

    /// The secret.
    ///
    /// - Throws: `ValidationError` if there is none, or if its file cannot be used.
    func appSecret(_ environment: [String: String]) throws -> AppSecret {
        if let file = self.secretFile { return AppSecret(try SecretFile.read(file)) }
        if let secret = environment["BUOY_SECRET"], !secret.isEmpty { return AppSecret(secret) }
        if let file = environment["BUOY_SECRET_FILE"], !file.isEmpty {
            return AppSecret(try SecretFile.read(file))
        }
        throw ValidationError(
            "The app's secret is needed: give --secret-file, or set BUOY_SECRET_FILE or "
                + "BUOY_SECRET.")
    }
}
