internal import ArgumentParser
package import Channels
package import ChannelsSigning

extension IdentityArguments {
    /// Sets the client's options from the arguments.
    ///
    /// - Throws: `ValidationError` if arguments contradict each other, or a file cannot be used.
    package func apply(to options: inout ChannelsOptions, environment: [String: String]) throws {
        let secret = try self.appSecret(environment: environment)
        try self.checkEndpoints()
        if self.userID != nil, self.authEndpoint ?? self.userAuthEndpoint == nil, secret == nil {
            throw ValidationError(
                "--user-id needs a signature: give --auth-endpoint, or the app's secret with "
                    + "--secret-file or BUOY_SECRET.")
        }
        options.authMethod = try self.authMethod(secret: secret)
        if self.signsIn { options.userAuthentication = try self.userAuthMethod(secret: secret) }
    }

    private func checkEndpoints() throws {
        // With the app's id, the secret is for the HTTP API.
        let options = [
            ("--secret-file", self.secretFile), ("--secret-command", self.secretCommand),
        ]
        if self.authEndpoint != nil, self.appID == nil,
            let given = options.first(where: { $0.1 != nil })
        {
            throw ValidationError("Give --auth-endpoint or \(given.0), not both.")
        }
        if self.authEndpoint != nil, self.encryptionKeyFile != nil, self.appID == nil {
            throw ValidationError("Give --auth-endpoint or --encryption-key-file, not both.")
        }
        guard self.authEndpoint == nil, self.userAuthEndpoint == nil else { return }
        guard self.authParameters.isEmpty, self.authHeaders.isEmpty, self.authTransport == nil
        else {
            throw ValidationError(
                "--auth-param, --auth-header and --auth-transport need --auth-endpoint.")
        }
    }

    private func authMethod(secret: AppSecret?) throws -> AuthMethod {
        if let url = self.authEndpoint { return .endpoint(try self.endpoint(url)) }
        let masterKey = try self.masterKey()
        guard let secret else {
            guard masterKey == nil else {
                throw ValidationError(
                    "--encryption-key-file needs the app's secret too: give --secret-file, or set "
                        + "BUOY_SECRET.")
            }
            return .none
        }
        return .inline(secret: secret, user: try self.userDataProvider(), masterKey: masterKey)
    }

    private func userAuthMethod(secret: AppSecret?) throws -> UserAuthMethod {
        if let url = self.userAuthEndpoint { return .endpoint(try self.endpoint(url)) }
        guard let secret else {
            throw ValidationError(
                "--sign-in needs a signature: give --user-auth-endpoint, or the app's secret with "
                    + "--secret-file or BUOY_SECRET.")
        }
        guard let id = self.userID else {
            throw ValidationError("--sign-in needs --user-id.")
        }
        return .inline(
            secret: secret, user: UserData(id: UserID(id), info: try self.parsedUserInfo()))
    }

    private func endpoint(_ url: String) throws -> AuthEndpoint {
        AuthEndpoint(
            url: url, parameters: try self.userFields + Self.fields(self.authParameters),
            headers: try self.headerFields(), transport: try self.transport())
    }

    /// Returns the user for channels that are signed locally.
    private func userDataProvider() throws -> UserDataProvider? {
        guard let id = self.userID else { return nil }
        let user = PresenceUser(id: UserID(id), info: try self.parsedUserInfo())
        return { _, _ in user }
    }

    /// The user, as parameters for an endpoint.
    private var userFields: [AuthField] {
        [("user_id", self.userID), ("user_info", self.userInfo)]
            .compactMap { name, value in value.map { AuthField(name, $0) } }
    }

    /// The headers for the endpoints, without those that every request sets itself.
    private func headerFields() throws -> [AuthField] {
        let headers = try Self.fields(self.authHeaders)
        for header in headers where AuthEndpoint.ownHeaders.contains(header.name.lowercased()) {
            throw ValidationError("--auth-header: \(header.name) cannot be set.")
        }
        return headers
    }

    /// The app's secret; `nil` if none is given.
    ///
    /// - Throws: `ValidationError` if the file or the command cannot be used.
    package func appSecret(environment: [String: String]) throws -> AppSecret? {
        try SecretSource(file: self.secretFile, command: self.secretCommand)
            .secret(environment: environment)
    }

    /// The master key of encrypted channels; `nil` if none is given.
    ///
    /// - Throws: `ValidationError` if the file cannot be used.
    package func masterKey() throws -> EncryptionMasterKey? {
        try self.encryptionKeyFile.map { try EncryptionMasterKey(file: $0) }
    }

    /// A warning for each token that other users of this machine can see in the arguments.
    package var warnings: [String] {
        let fields =
            self.authHeaders.map { ("--auth-header", $0) }
            + self.authParameters.map { ("--auth-param", $0) }
        return fields.compactMap { option, field in
            let parts = field.split(separator: "=", maxSplits: 1)
            guard let name = parts.first, parts.count == 2, !parts[1].hasPrefix("@"),
                Self.namesOfSecrets.contains(where: name.lowercased().contains)
            else { return nil }
            return "\(option) \(name): other users can see arguments. Put the value in a file that "
                + "only you can read, and give \(name)=@FILE."
        }
    }

    private static let namesOfSecrets = [
        "authorization", "token", "cookie", "secret", "password", "api-key", "apikey", "session",
    ]

    /// Parses `name=value`, or `name=@FILE` for values that must not be visible in the arguments.
    private static func fields(_ arguments: [String]) throws -> [AuthField] {
        try arguments.map { argument in
            guard let separator = argument.firstIndex(of: "="), separator != argument.startIndex
            else {
                throw ValidationError("A field must be name=value or name=@FILE.")
            }
            let value = argument[argument.index(after: separator)...]
            let text =
                value.hasPrefix("@")
                ? try SecretFile.read(String(value.dropFirst())) : String(value)
            return AuthField(String(argument[..<separator]), text)
        }
    }
}
