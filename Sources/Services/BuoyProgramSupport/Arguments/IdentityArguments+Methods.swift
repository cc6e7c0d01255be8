import ArgumentParser
import BuoyScripts
package import Channels
package import ChannelsSigning

extension IdentityArguments {
    /// - Parameter usesAPI: whether the secret is for the HTTP API too, so that an endpoint may be
    ///   given beside it.
    func apply(
        to options: inout ChannelsOptions, usesAPI: Bool, environment: [String: String]
    ) throws {
        let secret = try self.appSecret(environment: environment)
        try self.checkEndpoints(usesAPI: usesAPI)
        if self.userID != nil, self.authEndpoint ?? self.userAuthEndpoint == nil, secret == nil {
            throw ValidationError(
                "--user-id needs a signature: use --auth-endpoint, or the app's secret with "
                    + "--secret-file or BUOY_SECRET.")
        }
        let session = try self.cookieSession()
        options.authMethod = try self.authMethod(secret: secret, session)
        if self.signsIn {
            options.userAuthentication = try self.userAuthMethod(secret: secret, session)
        }
    }

    private func checkEndpoints(usesAPI: Bool) throws {
        let options: [(ServerSetting, String?)] = [
            (.secretFile, self.secretFile), (.secretProgram, self.secretCommand),
        ]
        if self.authEndpoint != nil, !usesAPI,
            let given = options.first(where: { $0.1 != nil })
        {
            throw ValidationError("Use --auth-endpoint or \(given.0.option.argument), not both.")
        }
        if self.authEndpoint != nil, self.encryptionKeyFile != nil, !usesAPI {
            throw ValidationError("Use --auth-endpoint or --encryption-key-file, not both.")
        }
        guard self.authEndpoint == nil, self.userAuthEndpoint == nil,
            self.appEndpoint.value == nil
        else { return }
        guard !self.hasEndpointRequest else {
            throw ValidationError(
                "--auth-param, --auth-header, --auth-cookies and --auth-transport need "
                    + "--auth-endpoint.")
        }
    }

    private var hasEndpointRequest: Bool {
        !self.authParameters.isEmpty || !self.authHeaders.isEmpty || self.authTransport != nil
            || self.authCookies != nil
    }

    /// The endpoint that the arguments name, or that of the app.
    package func endpoint() throws -> AuthEndpoint? {
        guard let url = self.authEndpoint ?? self.appEndpoint.value else { return nil }
        return try self.endpoint(url, self.cookieSession())
    }

    private func authMethod(
        secret: AppSecret?, _ session: CookieSession?
    ) throws -> AuthMethod {
        // A user's credentials are meant for the app's own endpoint.
        let appEndpoint = self.hasEndpointRequest ? self.appEndpoint.value : nil
        if let url = self.authEndpoint ?? appEndpoint {
            return .endpoint(try self.endpoint(url, session))
        }
        let masterKey = try self.masterKey()
        guard let secret else {
            guard masterKey == nil else {
                throw ValidationError(
                    "--encryption-key-file needs the app's secret too: use --secret-file, or set "
                        + "BUOY_SECRET.")
            }
            return .none
        }
        return .inline(secret: secret, user: try self.userDataProvider(), masterKey: masterKey)
    }

    private func userAuthMethod(
        secret: AppSecret?, _ session: CookieSession?
    ) throws -> UserAuthMethod {
        if let url = self.userAuthEndpoint { return .endpoint(try self.endpoint(url, session)) }
        guard let secret else {
            throw ValidationError(
                "--sign-in needs a signature: use --user-auth-endpoint, or the app's secret with "
                    + "--secret-file or BUOY_SECRET.")
        }
        guard let id = self.userID else {
            throw ValidationError("--sign-in needs --user-id.")
        }
        return .inline(
            secret: secret, user: UserData(id: UserID(id), info: try self.parsedUserInfo()))
    }

    /// Reads files with headers and parameters now, to find mistakes early, and again for each
    /// request, because tokens are renewed.
    private func endpoint(_ url: String, _ session: CookieSession?) throws -> AuthEndpoint {
        let parameters = try self.authParameters.map { try FieldArgument($0) }
        let headers = try self.headerFields()
        var endpoint = AuthEndpoint(
            url: url,
            parameters: self.userFields + parameters.filter { !$0.isFromFile }.map(\.field),
            headers: RequestFields(headers.map(\.field)), transport: try self.transport())
        endpoint.session = session
        endpoint.parametersProvider = Self.provider(of: parameters) { $0.isFromFile }
        let renewed = Set(headers.filter(\.isFromFile).map { $0.field.name.lowercased() })
        // A header from a provider replaces all of the same name.
        endpoint.headersProvider = Self.provider(of: headers) {
            renewed.contains($0.field.name.lowercased())
        }
        return endpoint
    }

    private func cookieSession() throws -> CookieSession? {
        guard let path = self.authCookies else { return nil }
        if try self.headerFields().contains(where: { $0.field.name.lowercased() == "cookie" }) {
            throw ValidationError("Use --auth-cookies or --auth-header Cookie, not both.")
        }
        do {
            return try CookieSession { try SecretFile.text(path, option: "--auth-cookies") }
        } catch let failure as CookieSession.Failure {
            throw ValidationError("--auth-cookies \(path): \(failure)")
        }
    }

    /// Reads the fields again for each request; `nil` if there are none.
    private static func provider(
        of fields: [FieldArgument], _ isChosen: (FieldArgument) -> Bool
    ) -> AuthFieldsProvider? {
        let chosen = fields.filter(isChosen)
        guard !chosen.isEmpty else { return nil }
        return { @Sendable _ in RequestFields(try chosen.map { try $0.current() }) }
    }

    /// The values in the files of parameters, to be kept out of everything written for others.
    var parameterSecrets: [[UInt8]] {
        get throws {
            try self.authParameters.map { try FieldArgument($0) }.filter(\.isFromFile).map {
                Array($0.field.value.utf8)
            }
        }
    }

    private func userDataProvider() throws -> UserDataProvider? {
        guard let id = self.userID else { return nil }
        let user = PresenceUser(id: UserID(id), info: try self.parsedUserInfo())
        return { _, _ in user }
    }

    private var userFields: RequestFields {
        var fields = RequestFields()
        fields["user_id"] = self.userID
        fields["user_info"] = self.userInfo
        return fields
    }

    private func headerFields() throws -> [FieldArgument] {
        let headers = try self.authHeaders.map(FieldArgument.init(header:))
        for name in headers.map(\.field.name)
        where AuthEndpoint.ownHeaders.contains(name.lowercased()) {
            throw ValidationError("--auth-header: \(name) cannot be set")
        }
        return headers
    }

    package func masterKey() throws -> EncryptionMasterKey? {
        try self.encryptionKeyFile.map { try EncryptionMasterKey(file: $0) }
    }

    /// Tokens that other users of this machine can see in the arguments.
    package var warnings: [String] {
        FieldArgument.warnings(about: self.authHeaders, of: "--auth-header")
            + FieldArgument.warnings(about: self.authParameters, of: "--auth-param")
    }
}
