import ChannelsTransport

/// Whether a server that refuses connections at one address of this machine listens at the other:
/// some listen only on `::1`.
struct LoopbackQuestion: Sendable {
    private let other: HTTPOrigin

    /// - Returns: `nil` for other machines.
    init?(_ origin: HTTPOrigin) {
        switch origin.host.lowercased() {
        case "localhost", "127.0.0.1": self.other = HTTPOrigin(host: "::1", port: origin.port)
        case "::1": self.other = HTTPOrigin(host: "127.0.0.1", port: origin.port)
        default: return nil
        }
    }

    /// - Returns: `[::1]:8080`; `nil` if nothing listens there.
    func listeningAddress() async -> String? {
        let request = HTTPRequest(method: "GET", origin: self.other, target: "/up")
        do {
            _ = try await NIOHTTPRequester().send(
                request, timeLimit: .seconds(1), bodyLimit: 1 << 16)
        } catch {
            if case .connectFailed = error { return nil }
        }
        return self.other.address
    }
}
