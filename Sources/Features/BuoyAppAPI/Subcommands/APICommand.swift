import ArgumentParser
import BuoyProgramSupport
import BuoyScripts
import BuoyTextScreen
import ChannelsBasics
import ChannelsHTTPAPI
import ChannelsProtocol

/// A command that calls the HTTP API and prints an answer, as text or JSON. It declares the four
/// groups of arguments itself, in this order; `ConnectingCommand` says why they are not one.
protocol APICommand: AsyncParsableCommand, VariableTaking, ServerChoosing {
    /// Whether it changes something at the server, so that a read-only server refuses it.
    static var changesServer: Bool { get }
    /// The app and its server.
    var app: AppArguments { get set }
    /// The app's secret.
    var secret: SecretArguments { get set }
    /// TLS, certificates and proxies.
    var route: RouteArguments { get set }
    /// The requests themselves.
    var requests: RequestArguments { get set }
    /// The file of `--encryption-key-file`, for commands that encrypt.
    var encryptionKeyFile: String? { get set }
    /// Whether to print JSON.
    var printsJSON: Bool { get }
    /// Calls the API.
    func call(_ api: ChannelsAPI) async throws -> CommandOutput
}

/// What a command prints.
struct CommandOutput {
    /// The lines for people.
    var text: String
    /// The same for programs.
    var json: JSON
    /// The exit code, with a sentence on standard error; `nil` for success.
    var failure: ProgramFailure?

    init(_ text: String, _ json: JSON, failure: ProgramFailure? = nil) {
        self.text = text
        self.json = json
        self.failure = failure
    }

    /// Prints it, and ends with its failure.
    func print(asJSON: Bool) throws {
        if asJSON {
            try Console.printJSON(self.json)
        } else if !self.text.isEmpty {
            try Console.print(self.text)
        }
        if let failure { throw failure }
    }
}

extension APICommand {
    var encryptionKeyFile: String? {
        get { nil }
        set {}
    }

    func run() async throws {
        try FileDescriptors.require()
        let api = try self.api(environment: Environment.current)
        let output: CommandOutput
        do {
            output = try await self.call(api)
        } catch let error as ChannelsAPIError {
            output = CommandOutput("", ["error": error.json], failure: ProgramFailure(error))
        }
        try output.print(asJSON: self.printsJSON)
    }

    var serverNames: [String] { self.app.servers }
    var serverWords: [String] { [] }
    var environmentPath: String? { self.app.environmentPath }
    var configurationPath: String? { nil }

    mutating func use(_ servers: [NamedServer]) throws {
        let server = try servers.one(for: "\(Self._commandName)")
        if Self.changesServer, let reason = server.readOnlyReason {
            throw ProgramFailure(.usage, reason.sentence + ".")
        }
        try self.complete(from: server)
    }

    /// The variables that set options of every such command.
    static var variables: [OptionVariable] {
        OptionVariable.of([
            .key, .appID, .cluster, .host, .port, .path, .noTLS, .trustRootsFile, .secretFile,
            .secretProgram,
        ])
    }
}

extension Console {
    /// Prints a JSON value as one line, without hidden characters.
    static func printJSON(_ json: JSON) throws {
        var writer = SafeJSONWriter()
        writer.json(json.compactText.utf8)
        try Self.print(String(decoding: writer.bytes, as: UTF8.self))
    }
}

extension ProgramFailure {
    /// The end of the program after a failed call. A refused signature is explained by both
    /// strings.
    init(_ error: ChannelsAPIError) {
        let code: ProgramExit =
            switch error.kind {
            case .invalidRequest: .usage
            case .unauthorized: .unauthorized
            case .badRequest, .forbidden, .notFound, .tooLarge, .tooManyRequests,
                .unexpectedStatus:
                .refused
            case .unreachable, .timedOut: .unreachable
            case .serverError, .unexpectedAnswer, .cutAnswer: .failed
            }
        var lines = [error.description]
        if error.clockSkew != nil {
            lines.append("  Add --correct-clock to sign with the server's time.")
        }
        if let signed = error.signedText, error.clockSkew == nil {
            lines.append("  signed here  \(signed.debugDescription)")
        }
        if let expected = error.expectedText, expected != error.signedText {
            lines.append("  expected     \(expected.debugDescription)")
        }
        self.init(code, lines.joined(separator: "\n"))
    }
}

extension ChannelsAPIError {
    /// The error for programs.
    var json: JSON {
        var members: [JSONObject.Member] = [
            .init(key: "kind", value: .string("\(self.kind)")),
            .init(key: "message", value: .string(self.description)),
            .init(key: "effect", value: .string("\(self.effect)")),
        ]
        if let status { members.append(.init(key: "status", value: .number("\(status)"))) }
        if !self.body.isEmpty { members.append(.init(key: "body", value: .string(self.body))) }
        if let retryAfter {
            let seconds = "\(retryAfter.components.seconds)"
            members.append(.init(key: "retry_after", value: .number(seconds)))
        }
        for (key, text) in [("signed", self.signedText), ("expected", self.expectedText)] {
            if let text { members.append(.init(key: key, value: .string(text))) }
        }
        return .object(JSONObject(members))
    }
}

extension ChannelInfo {
    /// What was answered about the channel, for programs.
    func json(withOccupied: Bool = false) -> JSON {
        var members: [JSONObject.Member] = [.init(key: "name", value: .string(self.name.text))]
        if withOccupied { members.append(.init(key: "occupied", value: .bool(self.isOccupied))) }
        let counts = [
            (ChannelAttribute.userCount, self.userCount),
            (.subscriptionCount, self.subscriptionCount),
        ]
        for case (let attribute, let count?) in counts {
            members.append(.init(key: attribute.rawValue, value: .number("\(count)")))
        }
        if let cache {
            var parts: [JSONObject.Member] = [.init(key: "data", value: .string(cache.data.text))]
            if let time = cache.timeToLive {
                parts.append(.init(key: "ttl", value: .number("\(time.components.seconds)")))
            }
            members.append(
                .init(key: ChannelAttribute.cache.rawValue, value: .object(JSONObject(parts))))
        }
        return .object(JSONObject(members))
    }
}
