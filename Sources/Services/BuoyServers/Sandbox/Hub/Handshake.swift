import ChannelsBasics
import ChannelsProtocol
import ChannelsSigning

/// Checks the path and query of a connecting client: `/app/<key>?protocol=7&client=…`.
///
/// Refusals are sent as close codes after the upgrade, because a browser cannot read the status of
/// a refused upgrade.
enum Handshake {
    enum Verdict: Hashable, Sendable {
        case accept
        case refuse(CloseCode, String)
    }

    /// Selected if a client offers it.
    static let subprotocol = "pusher-channels-protocol-7"

    static func judge(target: String, key: String, isSecure: Bool = false) -> Verdict {
        let parts = target.utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].split(separator: UInt8(ascii: "/"))
        guard path.count == 2, path[0].elementsEqual("app".utf8),
            let wanted = String(percentEncoded: path[1])
        else { return .refuse(4005, "Path not found") }
        if let refusal = Self.refusal(ofKey: wanted, ours: key, isSecure: isSecure) {
            return .refuse(refusal.code, refusal.reason)
        }
        guard let query = [RequestParameter](encoded: parts.count == 2 ? parts[1] : "".utf8[...])
        else { return .refuse(4006, "Invalid version string format") }
        return Self.judge(query)
    }

    private static func refusal(
        ofKey key: String, ours: String, isSecure: Bool
    ) -> (code: CloseCode, reason: String)? {
        guard !key.utf8.elementsEqual(ours.utf8) else { return nil }
        guard let demo = DemoKey(key) else { return (4001, "Application does not exist") }
        return demo == .tlsOnly && isSecure ? nil : (demo.code, demo.reason)
    }

    private static func judge(_ query: [RequestParameter]) -> Verdict {
        guard let version = query.first("protocol"), !version.isEmpty else {
            return .refuse(4008, "No protocol version supplied")
        }
        guard version.utf8.allSatisfy(\.isASCIIDigit),
            Self.isWellFormed(query.first("version"))
        else { return .refuse(4006, "Invalid version string format") }
        guard let number = Int(version), (5...7).contains(number) else {
            return .refuse(4007, "Unsupported protocol version")
        }
        return .accept
    }

    /// Whether a library version starts with a number and continues like one: `8.4.0-rc2`.
    private static func isWellFormed(_ version: String?) -> Bool {
        guard let version, let first = version.utf8.first else { return true }
        return first.isASCIIDigit && version.hasOnlyLettersAndDigits(or: ".-+_")
    }
}
