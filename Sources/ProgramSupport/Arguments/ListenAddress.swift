package import ArgumentParser
internal import Glibc

/// The address and port on which a command listens.
package enum ListenAddress {
    /// Checks the values of `--address` and `--port`.
    ///
    /// - Throws: `ValidationError` unless the address is an IP address or `localhost`.
    package static func check(_ address: String, port: Int) throws(ValidationError) {
        guard (0...65535).contains(port) else {
            throw ValidationError("The port must be between 0 and 65535.")
        }
        var number = in6_addr()
        guard
            address == "localhost" || inet_pton(AF_INET, address, &number) == 1
                || inet_pton(AF_INET6, address, &number) == 1
        else {
            throw ValidationError("--address must be an IP address of this machine, or localhost.")
        }
    }

    /// Whether only this machine can connect to it.
    package static func isLoopback(_ address: String) -> Bool {
        address.hasPrefix("127.") || ["::1", "localhost"].contains(address)
    }

    /// The address and port as in a URL.
    package static func authority(_ address: String, _ port: Int) -> String {
        address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}
