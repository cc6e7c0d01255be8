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
        name: .customLong("fault"),
        help: ArgumentHelp(
            """
            Respond with a fault: 'status 503', without-auth, wrong-signature or html, and 'every \
            3' for every third request; or 'delay 2s' before each response. May be repeated.
            """, valueName: "fault"))
    var faults: [String] = []

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

    package func validate() throws {
        _ = try self.place()
        _ = try self.plan()
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
            plan: try self.plan())
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

    private func plan() throws -> AuthorizationFaultPlan {
        var (fault, interval) = (AuthorizationFault(), 1)
        for text in self.faults {
            let words = text.split(separator: " ").map(String.init)
            let line = words.prefix { $0 != "every" }
            let every = words.dropFirst(line.count)
            let number = every.isEmpty ? 1 : every.dropFirst().first.flatMap { Int($0) } ?? 0
            let read = Self.fault(line.joined(separator: " "))
            switch read {
            case let read? where read.delay > .zero && every.isEmpty: fault.delay = read.delay
            case let read? where read.delay == .zero && number > 0 && [0, 2].contains(every.count):
                (fault.answer, interval) = (read.answer, number)
            default:
                throw ValidationError(
                    "--fault must be 'status 503', 'without-auth', 'wrong-signature' or 'html', with "
                        + "'every 3' for every third request, or 'delay 2s', not \"\(text)\".")
            }
        }
        return AuthorizationFaultPlan(fault, every: interval)
    }

    private static func fault(_ line: String) -> AuthorizationFault? {
        if let named = AuthorizationFault.Answer.names.first(where: { $0.name == line }) {
            return AuthorizationFault(named.answer)
        }
        guard let step = try? FaultLine.step(line), step == FaultScript.Step(at: .zero, step.fault)
        else { return nil }
        return switch step.fault {
        case .status(let status): AuthorizationFault(.status(status))
        case .delay(let time, .zero): AuthorizationFault(delay: time)
        default: nil
        }
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
                "buoy auth-server … --fault 'status 500 every 3'",
                "every third request fails, to test a client"),
        ]
    }
}
