import ArgumentParser
import BuoyProgramSupport
import BuoyScripts
import Channels
import ChannelsBasics
import ChannelsTransport
import Glibc

struct ProxyArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            The server: HOST:PORT (TLS on port 443 only), ws://HOST:PORT, wss://HOST:PORT, a name \
            from the configuration, or a .env file.
            """, valueName: "server"),
        completion: ServerArguments.completion)
    var target: String?

    @Option(.server, completion: ServerArguments.completion)
    var servers: [String] = []

    @Option(.environmentFile) var environmentPath: String?

    @Option(.cluster) var cluster: String?

    @Option(
        .listen,
        help: "Where to listen: ADDRESS:PORT, an address or a port. Port 0 picks a free port.")
    var listen = Self.standardPlace

    private static let standardPlace = "127.0.0.1:6030"

    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp(
            "A PEM file with the certificate for clients and its chain.",
            valueName: "file"),
        completion: .file())
    var tlsCertificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("A PEM file with that certificate's private key.", valueName: "file"),
        completion: .file())
    var tlsKey: String?

    @Option(
        name: .customLong("when-unreachable"),
        help: ArgumentHelp(
            """
            The response to clients while the server is unreachable: refuse (the default), reject \
            CODE or status STATUS, as for --fault.
            """, valueName: "fault"))
    var whenUnreachable: String?

    @Option(
        help: ArgumentHelp(
            """
            Accept faults and frames over HTTP on a loopback port, for tests in any language. Until the end, \
            this file contains the URL and a token; only its owner can read it.
            """, valueName: "file"),
        completion: .file())
    var control: String?

    @Option(
        name: .customLong("rules"),
        help: ArgumentHelp(
            """
            A TOML file whose rules hold, delay, drop, repeat or change the messages that match a \
            filter, of all clients.
            """, valueName: "file"),
        completion: .file())
    var ruleFile: String?

    @Option(
        help: ArgumentHelp(
            "Record each client in this folder, for buoy replay and buoy lab --from.",
            valueName: "folder"),
        completion: .directory)
    var record: String?

    func rules() throws -> [MessageRule] { try self.ruleFile.map(MessageRuleFile.read) ?? [] }

    /// The folder for recordings, which now exists.
    func recordingFolder() throws -> String? {
        guard let folder = self.record else { return nil }
        do { try AtomicFile.makeFolder(folder) } catch {
            throw ProgramFailure(.usage, FileProblem.cannot(.create, folder, option: "--record"))
        }
        return folder
    }

    /// Where a server with a name or a file is.
    var chosen = AfterParsing<ServerRoute>()

    func validate() throws {
        let given = [self.target, self.environmentPath, self.cluster] + self.servers
        switch given.count(where: { $0 != nil }) {
        case 0: throw ValidationError("Specify the server: HOST:PORT, its name, or --cluster.")
        case 1: return
        default: throw ValidationError("Specify only one server.")
        }
    }

    /// Whether the server is one of the configuration or of an app.
    var namesServer: Bool { !self.subjects.isEmpty }

    var subjects: [ServerSubject] {
        let words = self.target.flatMap { Self.place($0) == nil ? [$0] : nil } ?? []
        return ServerSubject.all(words + self.servers, self.environmentPath, false)
    }

    /// - Parameter route: the rest of the way to the server.
    /// - Throws: `ValidationError` if they cannot be used.
    func options(_ route: RouteArguments) throws -> ProxyOptions {
        guard (self.tlsCertificate == nil) == (self.tlsKey == nil) else {
            throw ValidationError("TLS requires both --tls-certificate and --tls-key.")
        }
        let (address, port) = try ListenAddress.listening(
            self.listen, standard: Self.standardPlace)
        guard let place = self.chosen.value ?? self.place else {
            throw ValidationError("Specify the server.")
        }
        if route.noTLS, place.usesTLS, self.target?.contains("://") == true {
            throw ValidationError("Use --no-tls or a URL with TLS, not both.")
        }
        let upstream = try route.route(to: place)
        var options: ProxyOptions
        do {
            options = ProxyOptions(address: address, port: port, upstream: try upstream.origin())
        } catch {
            throw ValidationError(error.description)
        }
        options.whenUnreachable = try self.unreachedAnswer()
        if let certificate = self.tlsCertificate, let key = self.tlsKey {
            options.tls = TLSServerSettings(certificateFile: certificate, keyFile: key)
        }
        return options
    }

    private func unreachedAnswer() throws -> UnreachedAnswer {
        guard let line = self.whenUnreachable else { return .reset }
        let step: FaultScript.Step
        do { step = try FaultLine.step(line) } catch {
            throw ValidationError("--when-unreachable: \(error.description)")
        }
        let hasTimes = step != FaultScript.Step(at: .zero, step.fault)
        switch step.fault {
        case .refuse where !hasTimes: return .reset
        case .reject(let code) where !hasTimes: return .close(code)
        case .status(let status) where !hasTimes: return .status(status)
        default:
            throw ValidationError(
                "--when-unreachable must be refuse, reject CODE or status STATUS, without times.")
        }
    }

    /// Where the server is, if an argument says it. Its path is what clients ask for.
    private var place: ServerRoute? {
        self.target.flatMap(Self.place)
            ?? self.cluster.map { ServerRoute(host: .cluster($0)) }
    }

    static func place(_ text: String) -> ServerRoute? {
        if text.contains("://") {
            guard let place = try? ServerRoute(url: text), place.path.isEmpty else { return nil }
            return place
        }
        guard let (host, port) = ListenAddress.hostAndPort(text) else { return nil }
        let place = ServerRoute(host: .host(host), port: port, usesTLS: port == 443)
        return (try? place.check()) == nil ? nil : place
    }
}
