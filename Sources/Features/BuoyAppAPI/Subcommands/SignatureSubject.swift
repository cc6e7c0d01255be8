import ArgumentParser
import ChannelsHTTPAPI
import ChannelsProtocol
import ChannelsSigning
import Glibc

struct SignatureSubject: ParsableArguments {
    @Option(
        name: .customLong("socket-id"),
        help: ArgumentHelp("The connection's socket id, such as 123.456.", valueName: "id"))
    var socketID: String?

    @Option(help: ArgumentHelp("The channel.", valueName: "name"))
    var channel: String?

    @Option(
        help: ArgumentHelp(
            """
            The user data, exactly as sent: with --channel a presence member's, otherwise the \
            sign-in's.
            """, valueName: "json"))
    var data: String?

    @Option(help: ArgumentHelp("The request method.", valueName: "GET or POST"))
    var method: String?

    @Option(
        name: .customLong("request-path"),
        help: ArgumentHelp(
            """
            The request path, with /apps and the app's id, and any query, percent-encoded: \
            '/apps/1/channels?info=user_count'.
            """, valueName: "path"))
    var path: String?

    @Option(
        help: ArgumentHelp(
            """
            The body of the request, or of a webhook if no path is given. @FILE reads it from a \
            file, - from standard input.
            """, valueName: "text"),
        completion: .file())
    var body: String?

    @Option(
        help: ArgumentHelp(
            "The request time, in seconds since 1970 (default: now).", valueName: "seconds"))
    var timestamp: Int64?

    func validate() throws { _ = try self.form() }

    private enum Form { case channel, user, request, webhook }

    private func form() throws -> Form {
        let request = "--method and --request-path"
        let forms: [(Form, String, Bool)] = [
            (.request, request, self.method != nil || self.path != nil),
            (.channel, "--channel", self.channel != nil),
            (.user, "--data", self.channel == nil && self.data != nil),
            (.webhook, "--body", self.path == nil && self.body != nil),
        ]
        let given = forms.filter(\.2)
        guard let first = given.first else {
            throw ValidationError(
                "Nothing to sign: use one of \(forms.map(\.1).joined(separator: ", ")).")
        }
        if first.0 == .request, self.method == nil || self.path == nil {
            throw ValidationError("A request requires both --method and --request-path.")
        }
        guard given.count == 1 else {
            throw ValidationError("Use \(first.1) or \(given[1].1), not both.")
        }
        if first.0 == .channel || first.0 == .user, self.socketID == nil {
            throw ValidationError("\(first.1) requires --socket-id, the connection's id.")
        }
        if first.0 != .request, self.timestamp != nil {
            throw ValidationError("--timestamp requires \(request).")
        }
        return first.0
    }

    func signed(key: String?, secret: AppSecret) throws -> SignedSubject {
        switch try self.form() {
        case .channel:
            let channel = try ChannelArgument.name(self.channel ?? "")
            if channel.kind.hasMembers, self.data == nil {
                throw ValidationError("A presence channel requires --data.")
            }
            let text = try ChannelSignature.stringToSign(
                socketID: self.parsedSocketID(), channel: channel, channelData: self.data)
            return try SignedSubject(auth: text, key: Self.required(key), secret: secret)
        case .user:
            let text = ChannelSignature.stringToSign(
                socketID: try self.parsedSocketID(), userData: self.data ?? "")
            return try SignedSubject(auth: text, key: Self.required(key), secret: secret)
        case .request:
            return try SignedSubject(self.request(key: Self.required(key), secret))
        case .webhook:
            let body = try InputText.bytes(of: self.body ?? "-", option: "--body")
            return try SignedSubject(webhook: body, secret: secret)
        }
    }

    private func request(key: String, _ secret: AppSecret) throws -> SignedRequest {
        guard let path, path.hasPrefix("/apps/") else {
            throw ValidationError("--request-path must start with /apps/ and the app's id.")
        }
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts.count == 2 ? String(parts[1]) : ""
        guard let parameters = [RequestParameter](encoded: query.utf8) else {
            throw ValidationError("The query of --request-path must be percent-encoded UTF-8.")
        }
        return try SignedRequest(
            method: self.method ?? "GET", path: String(parts[0]),
            // A signed query can be given as it is.
            parameters: parameters.filter { !Self.signing.contains($0.name) },
            body: self.body.map { try InputText.bytes(of: $0, option: "--body") } ?? [],
            key: key, secret: secret,
            unixTime: self.timestamp ?? Int64(time(nil)))
    }

    private static let signing = [
        "auth_key", "auth_timestamp", "auth_version", "auth_signature", "body_md5",
    ]

    private func parsedSocketID() throws -> SocketID {
        do {
            return try SocketID(checking: self.socketID ?? "")
        } catch {
            throw ValidationError("--socket-id: \(error.description)")
        }
    }

    private static func required(_ key: String?) throws -> String {
        guard let key, !key.isEmpty else {
            throw ValidationError("The app key is missing: use --key, or set BUOY_KEY.")
        }
        return key
    }
}
