package import BuoyScripts
import Channels
import ChannelsBasics

/// A server as a person names it, with `--server` or in its place.
package enum ServerSubject: Hashable, Sendable {
    /// One of the configuration.
    case name(String)
    /// An app's `.env` file.
    case file(String)
    /// `wss://KEY@HOST:PORT/PATH`, `wss://HOST/app/KEY` or `KEY@CLUSTER`.
    case address(String)
    case sandbox

    package init(_ word: String) {
        if word == "sandbox" {
            self = .sandbox
        } else if word.contains("://") || word.contains("@") {
            self = .address(word)
        } else {
            self = Self.isFile(word) ? .file(word) : .name(word)
        }
    }

    package static func all(
        _ words: [String], _ environmentPath: String?, _ usesSandbox: Bool
    ) -> [ServerSubject] {
        words.map { ServerSubject($0) } + (environmentPath.map { [.file($0)] } ?? [])
            + (usesSandbox ? [.sandbox] : [])
    }

    /// Names of servers have no slash, and do not start with a full stop.
    private static func isFile(_ word: String) -> Bool {
        word.contains("/") || word.hasPrefix(".")
    }

    /// Whether a word in the place of channels is a server: their names have no slash.
    static func isNoChannel(_ word: String) -> Bool {
        word.contains("/") || Self.isEnvironmentFile(word)
    }

    package static func isEnvironmentFile(_ word: String) -> Bool {
        !word.contains("://") && word.split(separator: "/").last?.hasPrefix(".env") == true
    }
}

extension NamedServer {
    package struct UnusableAddress: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// The server of an address, which the app key is part of.
    package init(address text: String) throws(UnusableAddress) {
        let app = text.contains("://") ? Self.app(url: text) : Self.app(word: text)
        guard let (key, place) = app, !key.isEmpty else {
            throw UnusableAddress(
                description: "\(text.debugDescription) is not the address of an app: write "
                    + "wss://KEY@HOST:PORT, or KEY@CLUSTER for the hosted service.")
        }
        self.init(name: "", at: place, key: key, settings: ServerSettings())
        self.name = self.address
    }

    private static func app(url text: String) -> (key: String, place: ServerPlace)? {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let scheme = parts.first, var rest = parts.last else { return nil }
        // As a browser's list of connections shows it.
        rest = rest.prefix { $0 != "?" }
        var key: String?
        let authority = rest.prefix { $0 != "/" }
        if let at = authority.lastIndex(of: "@") {
            key = String(authority[..<at])
            rest = rest[rest.index(after: at)...]
        } else if let app = rest.firstRange(of: "/app/") {
            key = rest[app.upperBound...].split(separator: "/").first.map(String.init)
            rest = rest[..<app.lowerBound]
        }
        guard let key, let route = try? ServerRoute(url: "\(scheme)://\(rest)"),
            case .host(let host) = route.host
        else { return nil }
        if let cluster = Self.cluster(ofHost: host) {
            return (key, ServerPlace(.cluster(cluster)))
        }
        let path = route.path.isEmpty ? nil : route.path
        return (
            key, ServerPlace(.host(host), port: route.port, usesTLS: route.usesTLS, path: path)
        )
    }

    private static func app(word text: String) -> (key: String, place: ServerPlace)? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let cluster = parts.last, !cluster.isEmpty,
            cluster.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == 0x2D })
        else { return nil }
        return (String(parts[0]), ServerPlace(.cluster(String(cluster))))
    }

    private static func cluster(ofHost host: String) -> String? {
        let host = host.lowercased()
        guard host.hasPrefix("ws-"), host.hasSuffix(".pusher.com") else { return nil }
        return String(host.dropFirst(3).dropLast(11))
    }
}
