package import ArgumentParser
package import BuoyProgramSupport
import BuoyScripts
import BuoyServers
import BuoyTextScreen
import ChannelsBasics
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Glibc

package struct AuthServerCommand: AsyncParsableCommand, VariableTaking {
    package static let configuration = CommandConfiguration(
        commandName: "auth-server",
        abstract: "Run an authorization endpoint for development.",
        usage: "buoy auth-server --key KEY --secret-file FILE [OPTIONS]",
        discussion: """
            Signs for anyone who asks, and prints each request with the signed string. Ctrl-C \
            stops it.

            Paths that end in user-auth authenticate a user; all others authorize a channel. It \
            answers forms and JSON (POST), queries (GET) and scripts (JSONP).

            Exit codes: 1 failed while running, 2 wrong usage, 128+n ended by signal n.
            """)

    package static var variables: [OptionVariable] { AppKeyArguments.variables }

    @OptionGroup var app: AppKeyArguments

    @OptionGroup var secret: SecretArguments

    @Option(
        .listen,
        help: """
            Where to listen: ADDRESS:PORT, an address or a port. Port 0 picks a free port. Unless the \
            address is a loopback address, other machines can get signatures.
            """)
    var listen = Self.standardPlace

    @Option(
        .encryptionKeyFile,
        help: "A file with the app's encryption master key (base64), for encrypted channels.")
    var encryptionKeyFile: String?

    @Option(
        name: .customLong("user-id"),
        help: ArgumentHelp(
            """
            The user for requests without user_id. Fields in braces, such as {socket_id} and \
            {channel_name}, are replaced by their values.
            """, valueName: "template"))
    var userID = "guest-{socket_id}"

    @Option(
        name: .customLong("user-info"),
        help: ArgumentHelp(
            """
            The user information for requests without user_info, shown to other members: JSON, \
            with {user_id} and other fields in its strings.
            """, valueName: "json"))
    var userInfo = #"{"name":"{user_id}"}"#

    @Option(
        help: ArgumentHelp("Wait this long before each answer.", valueName: "time"))
    var delay: String?

    @Option(
        help: ArgumentHelp(
            """
            Answer with a fault: an HTTP status, without-auth, wrong-signature or html.
            """, valueName: "answer"))
    var fail: String?

    @Option(
        name: .customLong("fail-every"),
        help: ArgumentHelp("Apply --fail only to every n-th request.", valueName: "n"))
    var failInterval = 1

    @Option(
        help: ArgumentHelp(
            "Refuse matching channels with 403; * and ? are wildcards. May be repeated.",
            valueName: "pattern"))
    var refuse: [String] = []

    @Option(
        name: .customLong("allow-origin"),
        help: ArgumentHelp(
            """
            Allow pages from this origin, such as https://app.test:8443. Pages from this machine are \
            always allowed. May be repeated.
            """, valueName: "origin"))
    var allowedOrigins: [String] = []

    @OptionGroup var hosts: HostArguments

    package init() {}

    private func parsedDelay() throws -> Duration {
        try TypedTime.duration(self.delay, "--delay", in: .zero ... .seconds(600)) ?? .zero
    }

    package func validate() throws {
        _ = try self.place()
        _ = try self.parsedDelay()
        guard (1...1_000_000).contains(self.failInterval) else {
            throw ValidationError("--fail-every must be at least 1.")
        }
        _ = try self.fault()
        _ = try self.parsedUserInfo()
    }

    private static let standardPlace = "127.0.0.1:6010"

    private func place() throws -> (address: String, port: Int) {
        try ListenAddress.listening(self.listen, standard: Self.standardPlace)
    }

    package func run() async throws {
        try FileDescriptors.require()
        let place = try self.place()
        let gate = WebPageGate(
            address: place.address, allowedHosts: self.hosts.allowedHosts,
            allowedOrigins: self.allowedOrigins)
        let server = AuthorizationServer(
            responder: try self.responder(gate), gate: gate,
            plan: AuthorizationFaultPlan(try self.fault(), every: self.failInterval))
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        let port = try await ServiceStart.port { () async throws(TransportError) in
            try await server.start(address: place.address, port: place.port)
        }
        try Console.print(self.greeting(place.address, port))
        let signal = try await ServiceStart.serve(until: signals, stop: { await server.stop() }) {
            let offset = LocalTime.utcOffsetSeconds
            for await record in server.records {
                try Console.print(ServiceStart.line(record.text, utcOffsetSeconds: offset))
            }
        }
        throw ExitCode(128 + signal)
    }

    private func greeting(_ address: String, _ port: Int) -> String {
        let base = "http://\(ListenAddress.authority(address, port))"
        var lines = [
            "The authorization endpoint listens on \(base). Press Ctrl-C to stop.",
            "  channels  \(base)/pusher/auth", "  users     \(base)/pusher/user-auth",
        ]
        if let warning = ListenAddress.warning(address, "get signatures") {
            lines.insert(warning, at: 1)
        }
        return lines.joined(separator: "\n")
    }

    private func responder(_ gate: WebPageGate) throws -> AuthorizationResponder {
        let (key, secret) = try self.app.credentials(self.secret)
        let info = try self.parsedUserInfo()
        return AuthorizationResponder(
            key: key, secret: secret,
            masterKey: try self.encryptionKeyFile.map { try EncryptionMasterKey(file: $0) },
            users: AuthorizationUsers(id: self.userID, guestInfo: info, namedInfo: info),
            refused: self.refuse.map(Wildcard.init), gate: gate)
    }

    private func parsedUserInfo() throws -> JSONValue {
        guard let info = JSONValue.parse(self.userInfo) else {
            throw ValidationError("--user-info must be JSON, such as '{\"name\":\"{user_id}\"}'.")
        }
        return info
    }

    private func fault() throws -> AuthorizationFault {
        let delay = try self.parsedDelay()
        guard let word = self.fail else { return AuthorizationFault(delay: delay) }
        let status = Int(word).flatMap { (200...599).contains($0) ? $0 : nil }
        let named = AuthorizationFault.Answer.names.first { $0.name == word }?.answer
        guard let answer = named ?? status.map({ .status($0) }) else {
            let names = AuthorizationFault.Answer.names.map(\.name).joined(separator: ", ")
            throw ValidationError(
                "--fail must be an HTTP status from 200 to 599, or one of \(names).")
        }
        return AuthorizationFault(answer, delay: delay)
    }
}

extension AuthServerCommand: HelpedCommand {
    package static var examples: [CommandExample] {
        [
            CommandExample(
                "buoy auth-server -k KEY --secret-file FILE", "sign for anyone who asks"),
            CommandExample(
                "buoy auth-server … --refuse 'private-admin*'", "with some channels refused"),
            CommandExample(
                "buoy auth-server … --delay 2s --fail 500", "slow and broken, to test a client"),
        ]
    }
}
