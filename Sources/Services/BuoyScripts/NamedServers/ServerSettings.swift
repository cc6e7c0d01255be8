/// The known settings of a server and of its user, from options, the configuration, or both.
///
/// A setting is declared here, once: a property, and a row with its key, option and variable.
package struct ServerSettings: Hashable, Sendable {
    package var host: String?
    package var cluster: String?
    package var port: Int?
    /// The part of the URL path before `/app`.
    package var path: String?
    package var key: String?
    package var usesTLS: Bool?
    /// The path of a file with certificates to trust instead of the system's.
    package var trustRootsFile: String?
    package var clientCertificateFile: String?
    package var clientKeyFile: String?
    /// The origin that the WebSocket handshake names.
    package var origin: String?
    /// Further headers of the handshake, each `name=value` or `name=@FILE`.
    package var headers: [String]?
    package var authEndpoint: String?
    package var userAuthEndpoint: String?
    /// `form`, `query` or `jsonp`.
    package var authTransport: String?
    /// Each `name=value` or `name=@FILE`.
    package var authHeaders: [String]?
    /// Each `name=value` or `name=@FILE`.
    package var authParameters: [String]?
    /// The path of a file with the cookies of a session at the endpoints.
    package var authCookies: String?
    /// A file that only its owner can read.
    package var secretFile: String?
    package var secretProgram: SecretProgram?
    /// An app's `.env` file, which has its secret.
    package var environmentFile: String?
    package var encryptionKeyFile: String?
    /// The app's id; with the secret, it gives access to the HTTP API.
    package var appID: String?
    package var userID: String?
    package var channels: [String]?
    package var layout: String?
    package var theme: String?
    package var color: ServerColor?
    package var isReadOnly: Bool?

    package init() {}
}

/// A program whose first line of output is the app's secret.
package enum SecretProgram: Hashable, Sendable {
    case shell(String)
    /// A program and its arguments, run without a shell.
    case words([String])
}

extension ServerKey {
    package static let allCases =
        ServerSetting.all.map(\.key) + [
            ServerKey(
                "layout", .layout, \.layout, of: .display,
                "The pane layout for this server."),
            ServerKey("theme", .theme, \.theme, of: .display, "The theme for this server."),
            ServerKey(
                "color", .word, \.color, of: .display, "The colour of the first line on the screen."
            ),
            ServerKey(
                "read_only", .flag, \.isReadOnly, of: .display,
                "Rejects everything that would change the server (default: false)."),
            .environmentFile,
        ]
}

extension ServerKey {
    /// Has no option, because `--env` takes the whole server from the file.
    package static let environmentFile = ServerKey(
        "env_file", .file, \.environmentFile, of: .secret,
        "The .env file of an app; its secret is read from there.")
}

extension ServerSetting {
    package static let all = [
        Self.host, .cluster, .port, .path, .key, .noTLS, .trustRootsFile, .clientCertificateFile,
        .clientKeyFile, .authEndpoint, .userAuthEndpoint, .authTransport, .authHeaders,
        .authParameters, .authCookies, .secretFile, .secretProgram, .encryptionKeyFile, .appID,
        .userID, .channels, .origin, .headers,
    ]

    package static let host = ServerSetting(
        ServerKey(
            "host", .text("ws.example.com"), \.host, of: .place,
            "The host of any compatible server; instead of cluster."),
        SettingOption(
            "host", .text(nil), "The host of any compatible server.",
            variable: .present(besides: ["--cluster"])))
    package static let cluster = ServerSetting(
        ServerKey(
            "cluster", .text("eu"), \.cluster, of: .place,
            "The cluster of the hosted service; instead of host."),
        SettingOption(
            "cluster", short: "c", .text(nil), "The cluster of the hosted service: eu, us2, mt1, …",
            variable: .present(besides: ["--host"])))
    package static let port = ServerSetting(
        ServerKey(
            "port", .number(1...65_535, "a port"), \.port, of: .place,
            "The port (default: 443, or 80 without TLS)."),
        SettingOption(
            "port", .text(nil), "The port (default: 443, or 80 without TLS).",
            variable: .present(besides: ["--cluster"])))
    package static let path = ServerSetting(
        ServerKey(
            "path", .text("/ws"), \.path, of: .place, "The part of the URL path before /app."),
        SettingOption(
            "path", .text(nil), "The part of the URL path before /app.",
            variable: .present(besides: ["--cluster"])))
    package static let key = ServerSetting(
        ServerKey(
            "key", .text("app-key"), \.key, of: .app,
            "The app key. It is public; the secret is not, and does not belong here."),
        SettingOption(
            "key", short: "k", .text(nil), "The app key.", variable: .present(besides: [])))
    package static let noTLS = ServerSetting(
        ServerKey("tls", .flag, \.usesTLS, of: .route, "Connects with TLS (default: true)."),
        SettingOption("no-tls", .flag, "Connect without TLS.", variable: .present(besides: [])))
    package static let trustRootsFile = ServerSetting(
        ServerKey(
            "ca_file", .file, \.trustRootsFile, of: .route,
            "A PEM file with the certificates to trust, instead of the system's."),
        SettingOption(
            "ca-file", .file("file"),
            "A PEM file with the certificates to trust, instead of the system's: CA certificates, "
                + "or the server's own.",
            variable: .present(besides: [])))
    package static let clientCertificateFile = ServerSetting(
        ServerKey(
            "client_certificate", .file, \.clientCertificateFile, of: .clientCertificate,
            "A PEM file with a client certificate."),
        SettingOption(
            "client-certificate", .file("file"),
            "A PEM file with a client certificate, for servers that require one.", variable: .absent
        ))
    package static let clientKeyFile = ServerSetting(
        ServerKey(
            "client_key", .file, \.clientKeyFile, of: .clientCertificate,
            "A PEM file with the key of that certificate."),
        SettingOption(
            "client-key", .file("file"),
            "A PEM file with the key of that certificate, if it is in a separate file.",
            variable: .absent))
    package static let origin = ServerSetting(
        ServerKey(
            "origin", .text("https://example.com"), \.origin, of: .route,
            "The Origin of the WebSocket handshake, for servers that restrict origins."),
        SettingOption(
            "origin", .text("url"),
            "The Origin of the WebSocket handshake, such as https://example.com, for servers that "
                + "restrict origins.",
            variable: .present(besides: [])))
    package static let headers = ServerSetting(
        ServerKey(
            "headers", .fields, \.headers, of: .route,
            "Headers for the WebSocket handshake. A credential must be in a file: \"@FILE\"."),
        SettingOption(
            "header", short: "H", .text("field"),
            "A header for the WebSocket handshake: 'Name: value', name=value or name=@FILE. "
                + "May be repeated.",
            variable: .present(besides: [])))
    package static let authEndpoint = ServerSetting(
        ServerKey(
            "auth.endpoint", .text("https://example.com/pusher/auth"), \.authEndpoint,
            of: .endpoint, "The URL that authorizes private, presence and encrypted channels."),
        SettingOption(
            "auth-endpoint", .text("url"),
            "The URL that authorizes channels. Private, presence and encrypted channels need it, or a "
                + "secret.",
            variable: .present(
                besides: ["--secret-file", "--secret-command", "--encryption-key-file"])))
    package static let userAuthEndpoint = ServerSetting(
        ServerKey(
            "auth.user_endpoint", .text("https://example.com/pusher/auth"), \.userAuthEndpoint,
            of: .endpoint, "The URL that authenticates the user for --sign-in."),
        SettingOption(
            "user-auth-endpoint", .text("url"),
            "The URL that authenticates the user for --sign-in.", variable: .absent))
    package static let authTransport = ServerSetting(
        ServerKey(
            "auth.transport", .word(["form", "query", "jsonp"]), \.authTransport,
            of: .endpointRequest, "How to call the endpoints (default: form)."),
        SettingOption(
            "auth-transport", .word("how", ["form", "query", "jsonp"]),
            "How to call the endpoints: form (POST, the default), query (GET) or jsonp.",
            variable: .absent))
    package static let authHeaders = ServerSetting(
        ServerKey(
            "auth.headers", .fields, \.authHeaders, of: .endpointRequest,
            "Headers for the endpoints. A credential must be in a file: \"@FILE\"."),
        SettingOption(
            "auth-header", .text("field"),
            "A header for the endpoints: 'Name: value', name=value or name=@FILE. May be repeated.",
            variable: .absent))
    package static let authParameters = ServerSetting(
        ServerKey(
            "auth.parameters", .fields, \.authParameters, of: .endpointRequest,
            "Parameters for the endpoints. The same rule applies."),
        SettingOption(
            "auth-param", .text("field"),
            "A parameter for the endpoints, name=value or name=@FILE. May be repeated.",
            variable: .absent))
    package static let authCookies = ServerSetting(
        ServerKey(
            "auth.cookies", .file, \.authCookies, of: .endpointRequest,
            "A cookie file as written by curl, which only you can read."),
        SettingOption(
            "auth-cookies", .file("file"),
            "A cookie file for the endpoints, as written by curl. Laravel's CSRF "
                + "token is sent too.",
            variable: .absent))
    package static let secretFile = ServerSetting(
        ServerKey(
            "secret_file", .file, \.secretFile, of: .secret,
            "A file with the app's secret that only you can read."),
        SettingOption(
            "secret-file", .file("file"),
            "A file with the app's secret. Or set the environment variable BUOY_SECRET.",
            variable: .present(besides: ["--auth-endpoint", "--secret-command"])))
    package static let secretProgram = ServerSetting(
        ServerKey(
            "secret_command", .program, \.secretProgram, of: .secret,
            "A program and its arguments; its first line of output is the app's secret. No "
                + "shell is involved."),
        SettingOption(
            "secret-command", .text("command"),
            "A command whose first line of output is the secret.",
            variable: .present(besides: ["--auth-endpoint", "--secret-file"])))
    package static let encryptionKeyFile = ServerSetting(
        ServerKey(
            "encryption_key_file", .file, \.encryptionKeyFile, of: .app,
            "A file with the master key for encrypted channels."),
        SettingOption(
            "encryption-key-file", .file("file"),
            "A file with the app's encryption master key, for encrypted channels.",
            variable: .absent))
    package static let appID = ServerSetting(
        ServerKey(
            "app_id", .text("123456"), \.appID, of: .app,
            "The app's id. With the secret, it gives access to the HTTP API."),
        SettingOption(
            "app-id", .text("id"),
            "The app's id. With the secret, it gives access to the app's HTTP API.",
            variable: .present(besides: [])))
    package static let userID = ServerSetting(
        ServerKey(
            "user_id", .text("ana"), \.userID, of: .user,
            "The user id on presence channels and for --sign-in."),
        SettingOption(
            "user-id", .text("id"), "The user id on presence channels and for --sign-in.",
            variable: .present(besides: [])))
    package static let channels = ServerSetting(
        ServerKey(
            "channels", .channels, \.channels, of: .channels,
            "The channels to subscribe to at the start."),
        SettingOption(
            "subscribe", .text("a,b,…"),
            "Channels to subscribe to at the start; may be repeated.",
            variable: .present(besides: [])))

    package static let withVariable = [
        Self.key, .cluster, .host, .port, .path, .noTLS, .trustRootsFile, .channels, .authEndpoint,
        .appID, .secretFile, .secretProgram, .userID, .origin, .headers,
    ]
}
