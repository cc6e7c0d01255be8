package import ArgumentParser
import ChannelsBasics
import ChannelsTransport
import Glibc

package enum ListenAddress {
    /// - Throws: `ValidationError` unless the address is an IP address or `localhost`.
    static func check(
        _ address: String, port: Int, option: String
    ) throws(ValidationError) {
        guard (0...65535).contains(port) else {
            throw ValidationError("The port must be between 0 and 65535.")
        }
        var number = in6_addr()
        guard
            address == "localhost" || inet_pton(AF_INET, address, &number) == 1
                || inet_pton(AF_INET6, address, &number) == 1
        else {
            throw ValidationError("\(option) must be an IP address of this machine, or localhost.")
        }
    }

    /// - Parameter text: `address:port` or `[::1]:port`.
    package static func parsed(
        _ text: String, option: String, example: String
    ) throws(ValidationError) -> (address: String, port: Int) {
        guard let place = self.hostAndPort(text) else {
            throw ValidationError("\(option) must be ADDRESS:PORT, such as \(example).")
        }
        try self.check(place.host, port: place.port, option: "The address of \(option)")
        return (place.host, place.port)
    }

    /// Reads `--listen`: `address:port`, or one of the two.
    ///
    /// - Parameter standard: fills in the part that is missing: `127.0.0.1:6001`.
    package static func listening(
        _ text: String, standard: String
    ) throws(ValidationError) -> (address: String, port: Int) {
        let known = self.hostAndPort(standard) ?? ("127.0.0.1", 0)
        var number = in6_addr()
        let place: (host: String, port: Int)? =
            if let port = Int(text) {
                (known.host, port)
            } else if text == "localhost" || inet_pton(AF_INET, text, &number) == 1
                || inet_pton(AF_INET6, text, &number) == 1
            {
                (text, known.port)
            } else {
                self.hostAndPort(text)
            }
        guard let place else {
            throw ValidationError(
                "--listen must be ADDRESS:PORT, an address or a port, such as \(standard).")
        }
        try self.check(place.host, port: place.port, option: "The address of --listen")
        return (place.host, place.port)
    }

    package static func hostAndPort(_ text: String) -> (host: String, port: Int)? {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        return host.isEmpty ? nil : (String(host), port)
    }

    package static func isLoopback(_ address: String) -> Bool {
        address.hasPrefix("127.") || ["::1", "localhost"].contains(address)
    }

    /// - Parameter power: what others could do, as the end of "anyone who can reach it can".
    /// - Returns: `nil` for an address of this machine only.
    package static func warning(_ address: String, _ power: String) -> String? {
        guard !self.isLoopback(address) else { return nil }
        return "Warning: \(address) is not a loopback address: "
            + "anyone who can reach it can \(power)."
    }

    /// A port in use is the most common failure, and has its own sentence.
    package static func failure(_ error: any Error) -> ProgramFailure {
        guard case .listenFailed(let address, let cause)? = error as? TransportError,
            cause.lowercased().contains("in use"), let place = self.hostAndPort(address)
        else { return ProgramFailure(.failed, error.words) }
        return ProgramFailure(
            .failed,
            "Port \(place.port) on \(place.host) is in use: choose another with --listen, or port 0 "
                + "for any free one.")
    }

    package static func authority(_ address: String, _ port: Int) -> String {
        address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}
