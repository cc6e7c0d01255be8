import BuoyProgramSupport
import BuoyServers
import ChannelsBasics
import ChannelsProtocol
import Glibc

/// The text that `buoy sandbox` prints when it listens: its addresses, and how to watch it.
struct SandboxGreeting {
    let app: SandboxApp
    /// The app's secret, which is public; `nil` if it comes from a file, and is not shown.
    let secret: String?
    let others: [SandboxApp]
    let address: String
    let port: Int
    let certificate: String?

    var text: String {
        let base = "\(self.certificate == nil ? "http" : "https")://\(self.host):\(self.port)"
        let isPublic = self.secret == SandboxApp.standardSecret
        var lines = [
            "The sandbox listens on \(self.certificate == nil ? "ws" : "wss")://"
                + "\(Self.bracketed(self.address)):\(self.port). Press Ctrl-C to stop.",
            "",
            "  app id  \(self.app.id)",
            "  key     \(self.app.key)",
            self.secret.map {
                "  secret  \($0)" + (isPublic ? "   (public: works only with a sandbox)" : "")
            } ?? "  secret  (as in the --apps file)",
            "  master  \(SandboxApp.standardMasterKey)   (encrypted channels)",
            "  auth    \(base)/pusher/auth",
            "  users   \(base)/pusher/user-auth",
            "  API     \(base)/apps/\(self.app.id)/events",
            "",
            "Watch it:",
            self.watchCommand(base),
            "",
            "Point pusher-js at it:",
            "  new Pusher(\"\(self.app.key)\", {",
            "    cluster: \"\", wsHost: \"\(self.host)\", wsPort: \(self.port), "
                + "wssPort: \(self.port),",
            "    forceTLS: \(self.certificate != nil), enabledTransports: [\"ws\", \"wss\"],",
            "    channelAuthorization: { endpoint: \"\(base)/pusher/auth\" } })",
        ]
        for app in self.others.reversed() {
            lines.insert("  and app \(app.id), key \(app.key)", at: 5)
        }
        if let warning = ListenAddress.warning(self.address, "use the sandbox") {
            lines.insert(warning, at: 1)
        }
        return lines.joined(separator: "\n")
    }

    /// A command for a shell on this machine, on lines that fit in 80 columns.
    private func watchCommand(_ base: String) -> String {
        let route =
            self.certificate.map { ["--ca-file", Self.quoted(Self.absolute($0))] } ?? ["--no-tls"]
        let channels = SandboxDirectory.demoChannels.map(\.text).joined(separator: ",")
        let options = [
            ["--key", self.app.key], ["--host", Self.reachable(self.address)],
            ["--port", String(self.port)], route,
            ["--auth-endpoint", Self.quoted(base + "/pusher/auth")], ["--subscribe", channels],
        ]
        var lines = ["  \(Self.program)"]
        for option in options.map({ $0.joined(separator: " ") }) {
            let line = lines[lines.count - 1]
            // Each line but the last ends with a backslash.
            if line.utf8.count + 1 + option.utf8.count + 2 <= 80 {
                lines[lines.count - 1] += " " + option
            } else {
                lines.append("  " + option)
            }
        }
        return lines.joined(separator: " \\\n")
    }

    /// The program as it was called, because a program that is not in PATH cannot be found by its
    /// name.
    private static var program: String {
        let name = CommandLine.arguments.first ?? "buoy"
        return name.contains("/") ? self.quoted(self.absolute(name)) : "buoy"
    }

    private static func absolute(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The text in quotation marks, if a shell would interpret it.
    private static func quoted(_ text: String) -> String {
        return text.hasOnlyLettersAndDigits(or: "/._-+,")
            ? text
            : "'"
                + text.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''") + "'"
    }

    private var host: String { Self.bracketed(Self.reachable(self.address)) }

    /// An address on this machine for a sandbox that listens on all addresses.
    static func reachable(_ address: String) -> String {
        switch address {
        case "0.0.0.0": "127.0.0.1"
        case "::": "::1"
        default: address
        }
    }

    /// As in a URL.
    private static func bracketed(_ address: String) -> String {
        address.contains(":") ? "[\(address)]" : address
    }
}
