package import ArgumentParser
import BuoyScripts
import Channels
import ChannelsProtocol
import ChannelsSigning

package struct IdentityArguments: ServerOptions, SecretOptions {
    package static let title = "User and authorization"

    @Option(.authEndpoint) var authEndpoint: String?

    @Option(.userAuthEndpoint) var userAuthEndpoint: String?

    @Option(.authTransport) var authTransport: String?

    @Option(.authParameters) var authParameters: [String] = []

    @Option(.authHeaders) var authHeaders: [String] = []

    @Option(.authCookies) var authCookies: String?

    @Option(
        .secretFile,
        help: """
            A file with the app's secret, to sign locally. Or set the environment variable \
            BUOY_SECRET. An endpoint takes precedence.
            """)
    package var secretFile: String?

    @Option(.secretProgram) package var secretCommand: String?

    package var secretWords = AfterParsing<[String]>()
    package var environmentFile = AfterParsing<String>()

    /// The endpoint of an app whose secret is known, to be asked with the credentials of a user.
    var appEndpoint = AfterParsing<String>()

    @Option(help: .private)
    var secret: String?

    @Option(
        .encryptionKeyFile,
        help: """
            A file with the app's encryption master key (base64), to sign for encrypted channels \
            locally.
            """)
    var encryptionKeyFile: String?

    @Option(.userID) var givenUserID: String?

    @Option(
        name: .customLong("user-info"),
        help: ArgumentHelp(
            "The user information that other members see: a JSON object.", valueName: "json"))
    var givenUserInfo: String?

    @Option(
        name: .customLong("name"),
        help: ArgumentHelp(
            "Your name on presence channels. It replaces --user-id and --user-info.",
            valueName: "name"))
    var name: String?

    @Flag(name: .customLong("sign-in"), help: "Sign in, to receive events for the user.")
    package var signsIn = false

    package static let bindings: [SettingBinding<Self>] = [
        SettingBinding(\.authEndpoint, \.authEndpoint),
        SettingBinding(\.userAuthEndpoint, \.userAuthEndpoint),
        SettingBinding(\.authTransport, \.authTransport),
        SettingBinding(\.authParameters, \.authParameters),
        SettingBinding(\.authHeaders, \.authHeaders),
        SettingBinding(\.authCookies, \.authCookies), SettingBinding(\.secretFile, \.secretFile),
        SettingBinding(\.secretProgram, \.secretProgram),
        SettingBinding(\.encryptionKeyFile, \.encryptionKeyFile),
        SettingBinding(\.knownUserID, \.userID),
        SettingBinding(\.environmentFile.value, \.environmentFile),
    ]

    /// The id of the user. A server's user id is not used together with a name, which has its own.
    private var knownUserID: String? {
        get { self.userID }
        set { if self.name == nil { self.givenUserID = newValue } }
    }

    package init() {}

    package func validate() throws {
        if self.secret != nil { throw ValidationError(Self.refusal) }
        if let name, self.givenUserID != nil || self.givenUserInfo != nil {
            throw ValidationError(
                "--name \(name) replaces --user-id and --user-info: use it without them.")
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

    func checkComplete() throws {
        if self.givenUserInfo != nil, self.userID == nil {
            throw ValidationError("--user-info needs --user-id.")
        }
    }

    /// The id of the user; with `--name`, one that is made of the name and differs in each run, so
    /// that two people with the same name are two members.
    package var userID: String? { self.givenUserID ?? self.name.map { NamedUser($0).id } }

    package var userInfo: String? {
        self.givenUserInfo ?? self.name.map { NamedUser($0).info.compactText }
    }

    /// The maximum length of a user id, in characters (protocol 7).
    private static let longestUserID = 128

    func parsedUserInfo() throws -> JSONValue? {
        guard let text = self.userInfo else { return nil }
        guard let json = JSONValue.parse(text), case .object = json else {
            throw ValidationError(
                "--user-info must be a JSON object, such as '{\"name\":\"Ana\"}'.")
        }
        return json
    }

    func transport() throws -> AuthEndpoint.Transport {
        switch self.authTransport ?? "form" {
        case "form": return .form
        case "query": return .query
        case "jsonp": return .callback
        default: throw ValidationError("--auth-transport must be form, query or jsonp.")
        }
    }
}
