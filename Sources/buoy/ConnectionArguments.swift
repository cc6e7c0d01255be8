internal import ArgumentParser
internal import Channels
internal import ChannelsSigning

/// The arguments that say what to connect to, and as whom.
struct ConnectionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The app key. Without it, and without a host or cluster, the sandbox is started."))
    var key: String?

    @Option(help: "The cluster of the hosted service: eu, us2, mt1, …")
    var cluster: String?

    @Option(help: "The host of any server that speaks the protocol.")
    var host: String?

    @Option(help: "The port; 443 by default, 80 without TLS.")
    var port: Int?

    @Option(help: "What stands before /app in the path of the URL.")
    var path: String?

    @Flag(name: .customLong("no-tls"), help: "Speak plain TCP instead of TLS.")
    var noTLS = false

    @Option(
        name: .customLong("ca-file"),
        help: "A PEM file with the certificates to trust instead of the system's.")
    var authorityFile: String?

    @Option(
        name: .customLong("auth-endpoint"),
        help: "The URL that authorizes private and presence channels.")
    var authEndpoint: String?

    @Option(
        name: .customLong("auth-param"),
        help: "A form field for the endpoint, name=value or name=@FILE. May be repeated.")
    var authParameters: [String] = []

    @Option(
        name: .customLong("auth-header"),
        help: "A header for the endpoint, name=value or name=@FILE. May be repeated.")
    var authHeaders: [String] = []

    @Option(
        name: .customLong("secret-file"),
        help: """
            A file with the app's secret, to sign here instead of asking an endpoint. The \
            environment variable BUOY_SECRET does the same; --auth-endpoint goes before it.
            """)
    var secretFile: String?

    @Option(help: .hidden)
    var secret: String?

    @Option(name: .customLong("user-id"), help: "Who to be on presence channels.")
    var userID: String?

    @Option(
        name: .customLong("user-info"),
        help: "What presence channels tell about this user: a JSON object.")
    var userInfo: String?

    @Option(help: "Channels to subscribe to at the start: a,b,…")
    var subscribe: String?

    @Option(
        name: .customLong("activity-timeout"),
        help: "Send a ping after this many seconds of silence (120).")
    var activityTimeout: Int?

    func validate() throws {
        if self.secret != nil {
            throw ValidationError(
                "A secret is not taken as an argument, because other users can see arguments. Put "
                    + "it in a file of your own and give --secret-file, or set BUOY_SECRET.")
        }
        if self.cluster != nil, self.host != nil {
            throw ValidationError("Give --cluster or --host, not both.")
        }
        if self.key != nil, self.cluster == nil, self.host == nil {
            throw ValidationError(
                "An app key needs to know where: give --cluster (eu, us2, …) or --host.")
        }
        if self.key == nil, self.cluster != nil || self.host != nil {
            throw ValidationError("Give the app key with --key; it is public, not the secret.")
        }
        if self.key == nil, !self.namesOfServerOptions.isEmpty {
            let names = self.namesOfServerOptions.joined(separator: ", ")
            throw ValidationError(
                "\(names) is for a server named by --key and --host or --cluster.")
        }
        if let port, !(1...65535).contains(port) {
            throw ValidationError("The port must be between 1 and 65535.")
        }
        if let activityTimeout, !(1...86_400).contains(activityTimeout) {
            throw ValidationError("The activity timeout must be between 1 and 86400 seconds.")
        }
        if self.userInfo != nil, self.userID == nil {
            throw ValidationError("--user-info tells about a user: give --user-id too.")
        }
        if let userID, !(1...Self.longestUserID).contains(userID.count) {
            throw ValidationError(
                "--user-id must have 1 to \(Self.longestUserID) characters.")
        }
        _ = try self.parsedUserInfo()
    }

    /// The most characters of a user id (protocol 7).
    private static let longestUserID = 128

    /// Whether a server was named; otherwise the embedded sandbox is meant.
    var namesServer: Bool { self.key != nil }

    /// The channels to subscribe to at the start.
    func channels() throws -> [ChannelName] {
        let names = (self.subscribe ?? "").split(separator: ",")
            .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        return try names.map { name in
            do {
                return try ChannelName(name)
            } catch {
                throw ValidationError("--subscribe: \(error)")
            }
        }
    }

    /// The options that make no sense without a server.
    private var namesOfServerOptions: [String] {
        let options: [(String, Bool)] = [
            ("--port", self.port != nil), ("--path", self.path != nil), ("--no-tls", self.noTLS),
            ("--ca-file", self.authorityFile != nil),
            ("--auth-endpoint", self.authEndpoint != nil),
            ("--auth-param", !self.authParameters.isEmpty),
            ("--auth-header", !self.authHeaders.isEmpty),
            ("--secret-file", self.secretFile != nil),
        ]
        return options.filter(\.1).map(\.0)
    }
}
