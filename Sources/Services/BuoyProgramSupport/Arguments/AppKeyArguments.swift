import ArgumentParser
import BuoyScripts
package import ChannelsSigning

/// The key of the app that a service signs or verifies for. `SecretArguments` follow it in each
/// command.
package struct AppKeyArguments: ParsableArguments {
    @Option(.key) var key: String?

    package init() {}

    /// The variables that set the key and the secret.
    package static let variables = OptionVariable.of([.key, .secretFile, .secretProgram])

    /// The key and the secret.
    ///
    /// - Throws: `ValidationError` that says how to give them, if one is missing.
    package func credentials(_ secret: SecretArguments) throws -> (key: String, secret: AppSecret) {
        guard let key, !key.isEmpty else {
            throw ValidationError("Set the app's key with --key or BUOY_KEY.")
        }
        return (key, try secret.requiredSecret(environment: Environment.current))
    }
}
