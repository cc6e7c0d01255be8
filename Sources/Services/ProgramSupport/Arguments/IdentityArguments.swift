package import ArgumentParser
package import Channels
import ChannelsSigning

/// The arguments for the user, and for authorization.
package struct IdentityArguments: ParsableArguments {
    /// The title of the group in the help.
    package static let title = "User and authorization"

    @Option(
        name: .customLong("auth-endpoint"),
        help: ArgumentHelp(
            "The URL that authorizes private, presence and encrypted channels.", valueName: "url"))
    package var authEndpoint: String?

    @Option(
        name: .customLong("user-auth-endpoint"),
        help: ArgumentHelp("The URL that authenticates the user for --sign-in.", valueName: "url"))
    package var userAuthEndpoint: String?

    @Option(
        name: .customLong("auth-transport"),
        help: ArgumentHelp(
            "How to call the endpoints: form (POST, the default), query (GET) or jsonp.",
            valueName: "how"),
        completion: .list(["form", "query", "jsonp"]))
    package var authTransport: String?

    @Option(
        name: .customLong("auth-param"),
        help: ArgumentHelp(
            "A parameter for the endpoints, name=value or name=@FILE. May be repeated.",
            valueName: "field"))
    package var authParameters: [String] = []

    @Option(
        name: .customLong("auth-header"),
        help: ArgumentHelp(
            "A header for the endpoints, name=value or name=@FILE. May be repeated.",
            valueName: "field"))
    package var authHeaders: [String] = []

    @Option(
        name: .customLong("secret-file"),
        help: ArgumentHelp(
            """
            A file with the app's secret, to sign locally instead of calling an endpoint. The \
            environment variable BUOY_SECRET does the same; an endpoint takes precedence.
            """, valueName: "file"),
        completion: .file())
    package var secretFile: String?

    @Option(
        name: .customLong("secret-command"),
        help: ArgumentHelp(
            "A command whose first line of output is the secret.", valueName: "command"))
    package var secretCommand: String?

    /// The program that knows the secret, from the configuration.
    package var secretWords = AfterParsing<[String]>()

    @Option(
        name: .customLong("app-id"),
        help: ArgumentHelp(
            "The app's id. With the secret, it gives access to the app's HTTP API.",
            valueName: "id"))
    package var appID: String?

    @Option(help: .hidden)
    package var secret: String?

    @Option(
        name: .customLong("encryption-key-file"),
        help: ArgumentHelp(
            """
            A file with the app's encryption master key (base64), to sign for encrypted channels \
            locally.
            """, valueName: "file"),
        completion: .file())
    package var encryptionKeyFile: String?

    @Option(
        name: .customLong("user-id"),
        help: ArgumentHelp("The user id on presence channels and for --sign-in.", valueName: "id"))
    package var givenUserID: String?

    @Option(
        name: .customLong("user-info"),
        help: ArgumentHelp(
            "What other members see about this user: a JSON object.", valueName: "json"))
    package var givenUserInfo: String?

    @Option(
        name: .customLong("name"),
        help: ArgumentHelp(
            "Your name on presence channels, in place of --user-id and --user-info.",
            valueName: "name"))
    package var name: String?

    @Flag(name: .customLong("sign-in"), help: "Sign in, to receive events for the user.")
    package var signsIn = false

    package init() {}

    package func validate() throws {
        if self.secret != nil { throw ValidationError(SecretSource.refusal) }
        if let name, self.givenUserID != nil || self.givenUserInfo != nil {
            throw ValidationError(
                "--name \(name) is in place of --user-id and --user-info: give it alone.")
        }
        if let name, name.allSatisfy(\.isWhitespace) {
            throw ValidationError("--name must not be empty.")
        }
        if let userID, !(1...Self.longestUserID).contains(userID.count) {
            throw ValidationError(
                "--user-id must have 1 to \(Self.longestUserID) characters.")
        }
        if self.userAuthEndpoint != nil, !self.signsIn {
            throw ValidationError("--user-auth-endpoint needs --sign-in.")
        }
        _ = try self.transport()
        _ = try self.parsedUserInfo()
    }

    /// Checks what a server of the configuration may complete.
    func checkComplete() throws {
        if self.givenUserInfo != nil, self.userID == nil {
            throw ValidationError("--user-info needs --user-id.")
        }
    }

    /// The id of the user; with `--name`, one that is made of the name and differs in each run, so
    /// that two people with the same name are two members.
    package var userID: String? { self.givenUserID ?? self.name.map { NamedUser($0).id } }

    /// What other members see about the user: a JSON object.
    package var userInfo: String? {
        self.givenUserInfo ?? self.name.map { NamedUser($0).info.compactText }
    }

    /// The maximum length of a user id, in characters (protocol 7).
    private static let longestUserID = 128

    /// The given options that need a server.
    package var namesOfServerOptions: [String] {
        let options: [(String, Bool)] = [
            ("--auth-endpoint", self.authEndpoint != nil),
            ("--user-auth-endpoint", self.userAuthEndpoint != nil),
            ("--auth-transport", self.authTransport != nil),
            ("--auth-param", !self.authParameters.isEmpty),
            ("--auth-header", !self.authHeaders.isEmpty),
            ("--secret-file", self.secretFile != nil), ("--app-id", self.appID != nil),
            ("--secret-command", self.secretCommand != nil),
            ("--encryption-key-file", self.encryptionKeyFile != nil),
        ]
        return options.filter(\.1).map(\.0)
    }

    /// The value of `--user-info`; `nil` without it.
    package func parsedUserInfo() throws -> JSON? {
        guard let text = self.userInfo else { return nil }
        guard let json = JSON.parse(text), case .object = json else {
            throw ValidationError(
                "--user-info must be a JSON object, such as '{\"name\":\"Ana\"}'.")
        }
        return json
    }

    /// How to call the endpoints.
    package func transport() throws -> AuthEndpoint.Transport {
        switch self.authTransport ?? "form" {
        case "form": return .form
        case "query": return .query
        case "jsonp": return .jsonp
        default: throw ValidationError("--auth-transport must be form, query or jsonp.")
        }
    }
}
