import ArgumentParser
import BuoyScripts
package import ChannelsSigning

package struct AppKeyArguments: ParsableArguments {
    @Option(.key) var key: String?

    package init() {}

    package static let variables = OptionVariable.of([.key, .secretFile, .secretProgram])

    package func credentials(_ secret: SecretArguments) throws -> (key: String, secret: AppSecret) {
        guard let key, !key.isEmpty else {
            throw ValidationError("Set the app's key with --key or BUOY_KEY.")
        }
        return (key, try secret.requiredSecret(environment: Environment.current))
    }
}
