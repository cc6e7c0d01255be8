import ArgumentParser
import BuoyProgramSupport
import BuoyScripts
import ChannelsProtocol
import ChannelsSigning

struct SignCommand: ParsableCommand, VariableTaking, ServerChoosing {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Compute or check a signature, and show the signed string.",
        usage: """
            buoy sign --socket-id ID --channel NAME [--data JSON] [OPTIONS]
            buoy sign --socket-id ID --data JSON [OPTIONS]
            buoy sign --method POST --request-path /apps/ID/events [OPTIONS]
            buoy sign --body @FILE [OPTIONS]
            """,
        discussion: """
            Nothing is sent. --signature checks a signature computed by the other side. Add \
            --text, the string that the other side signed, to see where it differs from buoy's and \
            the usual cause.

            Exit codes: 0 done or signature correct, 2 wrong usage, 5 signature wrong.
            """)

    @OptionGroup(title: "Signed string")
    var subject: SignatureSubject

    @OptionGroup(title: SigningArguments.title)
    var app: SigningArguments

    @OptionGroup(title: SigningArguments.title)
    var secret: SecretArguments

    @Option(
        help: ArgumentHelp(
            "Check this signature; key:signature is also accepted.", valueName: "signature"))
    var signature: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            The string signed by the other side, with \\n for a newline. @FILE reads it from a \
            file, - from standard input.
            """, valueName: "text"))
    var text: String?

    @Flag(.json)
    var printsJSON = false

    static var variables: [OptionVariable] {
        OptionVariable.of([.key, .secretFile, .secretProgram])
    }

    var subjects: [ServerSubject] {
        ServerSubject.all(self.app.servers, self.app.environmentPath, false)
    }

    mutating func use(_ servers: [NamedServer]) throws {
        let server = try servers.one(for: "sign")
        let settings = ServerSettings(self.app, self.secret).filled(from: server.settings)
        self.app.take(settings)
        self.secret.take(settings)
    }

    func validate() throws {
        if self.text != nil, self.signature == nil {
            throw ValidationError("--text requires --signature, the other side's signature.")
        }
    }

    func run() throws {
        let secret = try self.secret.requiredSecret(environment: Environment.current)
        let signed: SignedSubject
        do {
            signed = try self.subject.signed(key: self.app.key, secret: secret)
        } catch let error as SigningError {
            throw ValidationError("Cannot sign: \(error.description).")
        }
        guard let signature else {
            try CommandOutput(signed.text, signed.json).print(asJSON: self.printsJSON)
            return
        }
        let result = try SignatureCheck(
            signed, given: signature, otherText: self.otherText(), key: self.app.key, secret: secret
        )
        try result.output.print(asJSON: self.printsJSON)
    }

    private func otherText() throws -> String? {
        let given = try self.text.map { try InputText.text(of: $0, option: "--text") }
        guard let text = given, self.text == text, !text.contains("\n") else { return given }
        // A string of several lines on one line, as servers quote it. JSON in it has no line ends.
        return text.hasPrefix("POST\\n") || text.hasPrefix("GET\\n")
            ? text.replacing("\\n", with: "\n") : text
    }
}

struct SigningArguments: ServerOptions {
    static let title = "App"

    @Option(
        .server, help: "The name of a configured server, for its key and secret.",
        completion: ServerArguments.completion)
    var servers: [String] = []

    @Option(.environmentFile, help: "An app's .env file, for its key and secret.")
    var environmentPath: String?

    @Option(.key, help: "The app key, for channel, user and request signatures.")
    var key: String?

    static let bindings: [SettingBinding<Self>] = [SettingBinding(\.key, \.key)]
}

extension SignCommand: HelpedCommand {
    static var commonOptions: [String]? {
        [
            "socket-id", "channel", "data", "method", "request-path", "body", "server", "env",
            "key", "secret-file", "signature", "text", "json",
        ]
    }

    static var examples: [CommandExample] {
        [
            CommandExample(
                "buoy sign --socket-id 1.2 --channel private-a -s prod",
                "the correct endpoint response"),
            CommandExample("buoy sign … --signature key:5f3e…", "check a signature"),
        ]
    }
}
