import ArgumentParser
import BuoyProgramSupport
import BuoyScripts
import BuoyTextScreen
import ChannelsBasics
import ChannelsHTTPAPI
import ChannelsProtocol
import Glibc

/// What a command asks of the HTTP API, with the arguments that only it has.
protocol APICall: ParsableArguments {
    static var configuration: CommandConfiguration { get }
    static var ownCommonOptions: [String] { get }
    static var examples: [CommandExample] { get }
    /// A read-only server refuses commands that change something.
    static var changesServer: Bool { get }
    /// The file of `--encryption-key-file`, for calls that encrypt.
    var encryptionKeyFile: String? { get set }
    func call(_ api: ChannelsAPI) async throws -> CommandOutput
}

extension APICall {
    var encryptionKeyFile: String? {
        get { nil }
        set {}
    }
}

/// A command that calls the HTTP API and prints the response, as text or JSON.
struct APICommand<Call: APICall>: AsyncParsableCommand, VariableTaking, ServerChoosing {
    static var configuration: CommandConfiguration { Call.configuration }

    @OptionGroup
    var call: Call

    @Flag(.json)
    var printsJSON = false

    @OptionGroup(title: AppArguments.title)
    var app: AppArguments

    @OptionGroup(title: AppArguments.title)
    var configurationFile: ConfigurationArguments

    @OptionGroup(title: SecretArguments.title)
    var secret: SecretArguments

    @OptionGroup(title: RouteArguments.title)
    var route: RouteArguments

    @OptionGroup(title: RequestArguments.title)
    var requests: RequestArguments

    func run() async throws {
        try FileDescriptors.require()
        let api = try self.api(environment: Environment.current)
        let output: CommandOutput
        do {
            output = try await self.call.call(api)
        } catch let error as ChannelsAPIError {
            output = CommandOutput("", ["error": error.json], failure: ProgramFailure(error))
        }
        try output.print(asJSON: self.printsJSON)
    }

    var subjects: [ServerSubject] {
        ServerSubject.all(self.app.servers, self.app.environmentPath, self.app.usesSandbox)
    }

    var configurationPath: String? { self.configurationFile.path }

    var lacksServer: Bool {
        self.subjects.isEmpty
            && [self.app.key, self.app.host, self.app.cluster].allSatisfy { $0 == nil }
    }

    mutating func use(_ servers: [NamedServer]) throws {
        let server = try servers.one(for: "\(Self._commandName)")
        if Call.changesServer, let reason = server.readOnlyReason {
            throw ProgramFailure(.usage, reason.sentence + ".")
        }
        try self.complete(from: server)
    }

    static var variables: [OptionVariable] {
        OptionVariable.of([
            .key, .appID, .cluster, .host, .port, .path, .noTLS, .trustRootsFile, .secretFile,
            .secretProgram,
        ])
    }
}

extension APICommand: HelpedCommand {
    static var commonOptions: [String]? {
        Call.ownCommonOptions + [
            "json", "server", "env", "sandbox",
        ]
    }

    static var examples: [CommandExample] { Call.examples }
}

struct CommandOutput {
    var text: String
    var json: JSONValue
    /// A line on standard error for people at a terminal; `nil` for none.
    var note: String?
    var failure: ProgramFailure?

    init(_ text: String, _ json: JSONValue, note: String? = nil, failure: ProgramFailure? = nil) {
        self.text = text
        self.json = json
        self.note = note
        self.failure = failure
    }

    func print(asJSON: Bool) throws {
        if let note, !asJSON, isatty(STDERR_FILENO) == 1 { Console.errorLine(note) }
        if asJSON {
            try Console.printJSON(self.json)
        } else if !self.text.isEmpty {
            try Console.print(self.text)
        }
        if var failure {
            failure.isInJSON = asJSON
            throw failure
        }
    }
}

extension Console {
    static func printJSON(_ json: JSONValue) throws {
        var writer = SafeJSONWriter()
        writer.json(json.compactText.utf8)
        try Self.print(String(decoding: writer.bytes, as: UTF8.self))
    }
}

extension ProgramFailure {
    init(_ error: ChannelsAPIError) {
        let code: ProgramExit =
            switch error.kind {
            case .invalidRequest: .usage
            // What buoy check ends with, too.
            case .unauthorized, .notFound: .unauthorized
            case .badRequest, .forbidden, .tooLarge, .unexpectedStatus: .refused
            case .unexpectedResponse where error.isRefusal: .refused
            case .unreachable, .timedOut, .tooManyRequests, .serverError, .unexpectedResponse,
                .cutResponse:
                .unreachable
            }
        var lines = [error.description]
        if error.clockSkew != nil {
            lines.append("  Add --correct-clock to sign with the server's time.")
        }
        if let signed = error.signedString, error.clockSkew == nil {
            lines.append("  signed here  \(signed.debugDescription)")
        }
        if let expected = error.expectedString, expected != error.signedString {
            lines.append("  expected     \(expected.debugDescription)")
        }
        self.init(code, lines.joined(separator: "\n"))
    }
}

extension ChannelsAPIError {
    var json: JSONValue {
        var members: [JSONValue.Object.Member] = [
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
        for (key, text) in [("signed", self.signedString), ("expected", self.expectedString)] {
            if let text { members.append(.init(key: key, value: .string(text))) }
        }
        return .object(JSONValue.Object(members))
    }
}

extension ChannelInfo {
    func json(withOccupied: Bool = false) -> JSONValue {
        var members: [JSONValue.Object.Member] = [
            .init(key: "name", value: .string(self.name.text))
        ]
        if withOccupied { members.append(.init(key: "occupied", value: .bool(self.isOccupied))) }
        let counts = [
            (ChannelAttribute.userCount, self.userCount),
            (.subscriptionCount, self.subscriptionCount),
        ]
        for case (let attribute, let count?) in counts {
            members.append(.init(key: attribute.rawValue, value: .number("\(count)")))
        }
        if let cache {
            var parts: [JSONValue.Object.Member] = [
                .init(key: "data", value: .string(cache.data.text))
            ]
            if let time = cache.timeToLive {
                parts.append(.init(key: "ttl", value: .number("\(time.components.seconds)")))
            }
            members.append(
                .init(key: ChannelAttribute.cache.rawValue, value: .object(JSONValue.Object(parts)))
            )
        }
        return .object(JSONValue.Object(members))
    }
}
