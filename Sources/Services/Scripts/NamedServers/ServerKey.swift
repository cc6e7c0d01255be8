import TextCoding

/// The keys of `[servers.NAME]`. The reader of the configuration, its documentation and its schema
/// are made from this table.
package enum ServerKey: String, TableKey, Hashable, Sendable {
    case host, cluster, port, path, key, tls
    case trustRootsFile = "ca_file"
    case clientCertificate = "client_certificate"
    case clientKey = "client_key"
    case endpoint = "auth.endpoint"
    case userEndpoint = "auth.user_endpoint"
    case transport = "auth.transport"
    case headers = "auth.headers"
    case parameters = "auth.parameters"
    case secretFile = "secret_file"
    case secretCommand = "secret_command"
    case encryptionKeyFile = "encryption_key_file"
    case appID = "app_id"
    case userID = "user_id"
    case channels, layout, theme, color
    case readOnly = "read_only"

    /// The type of a value.
    package enum Kind: Hashable, Sendable {
        /// A text that is not empty, such as this one.
        case text(String)
        /// The path of a file; a relative one begins at the folder of the configuration.
        case file
        case port
        case flag
        /// One of these words.
        case word([String])
        /// A program and its arguments.
        case program
        /// Texts by name, which may be in files: `name = "value"` or `name = "@FILE"`.
        case fields
        /// Names of channels.
        case channels
        case layout
        case theme
    }

    /// The type of its value.
    package var kind: Kind {
        switch self {
        case .host: .text("ws.example.com")
        case .cluster: .text("eu")
        case .port: .port
        case .path: .text("/ws")
        case .key: .text("app-key")
        case .tls, .readOnly: .flag
        case .trustRootsFile, .clientCertificate, .clientKey, .secretFile, .encryptionKeyFile: .file
        case .endpoint, .userEndpoint: .text("https://example.com/pusher/auth")
        case .transport: .word(["form", "query", "jsonp"])
        case .headers, .parameters: .fields
        case .secretCommand: .program
        case .appID: .text("123456")
        case .userID: .text("ana")
        case .channels: .channels
        case .layout: .layout
        case .theme: .theme
        case .color: .word(ServerColor.allCases.map(\.rawValue))
        }
    }

    /// A sentence or two for the documentation.
    package var summary: String {
        switch self {
        case .host: "The host of any compatible server; instead of cluster."
        case .cluster: "The cluster of the hosted service; instead of host."
        case .port: "The port; 443 by default, 80 without TLS."
        case .path: "The part of the URL path before /app."
        case .key: "The app key. It is public; the secret is not, and does not belong here."
        case .tls: "Connects with TLS; true by default."
        case .trustRootsFile:
            "A PEM file with the certificates to trust, instead of the system's."
        case .clientCertificate: "A PEM file with a client certificate."
        case .clientKey: "A PEM file with the key of that certificate."
        case .endpoint: "The URL that authorizes private, presence and encrypted channels."
        case .userEndpoint: "The URL that authenticates the user for --sign-in."
        case .transport: "How the endpoints are called; form by default."
        case .headers: "Headers for the endpoints. A credential must be in a file: \"@FILE\"."
        case .parameters: "Parameters for the endpoints, with the same rule."
        case .secretFile: "A file with the app's secret that only you can read."
        case .secretCommand:
            "A program and its arguments; the first line that it prints is the app's secret. No "
                + "shell reads them."
        case .encryptionKeyFile: "A file with the master key of encrypted channels."
        case .appID: "The app's id. With the secret, it gives access to the HTTP API."
        case .userID: "The user id on presence channels and for --sign-in."
        case .channels: "The channels to subscribe to at the start."
        case .layout: "The arrangement of the panes for this server."
        case .theme: "The theme for this server."
        case .color: "The colour of the first line on the screen."
        case .readOnly: "Refuses everything that would change the server; false by default."
        }
    }
}

extension ServerKey.Kind {
    /// A description of the value, for errors and the documentation.
    package var expected: String {
        switch self {
        case .text(let example): "a text in quotation marks, such as \"\(example)\""
        case .file: "the path of a file"
        case .port: "a port from 1 to 65535"
        case .flag: "true or false"
        case .word(let words): words.map { "\"\($0)\"" }.listed()
        case .program: "a program and its arguments, such as [\"pass\", \"show\", \"buoy/prod\"]"
        case .fields: "a table of texts, such as { Authorization = \"@token.txt\" }"
        case .channels: "a list of names of channels"
        case .layout: "the name of a layout"
        case .theme: "the name of a theme, or a path"
        }
    }
}
