internal import ArgumentParser
internal import Channels
internal import ChannelsSigning
internal import Glibc

extension ConnectionArguments {
    /// The client's options for the server that the arguments name.
    func channelsOptions(environment: [String: String]) throws -> ChannelsOptions {
        let host: ChannelsHost =
            if let cluster = self.cluster { .cluster(cluster) } else { .host(self.host ?? "") }
        var options = ChannelsOptions(
            key: self.key ?? "", host: host, port: self.port, path: self.path ?? "",
            usesTLS: !self.noTLS, authMethod: try self.authMethod(environment: environment))
        options.authorityFile = self.authorityFile
        if let seconds = self.activityTimeout { options.activityTimeout = .seconds(seconds) }
        if let file = self.authorityFile, access(file, R_OK) != 0 {
            throw ValidationError(
                "--ca-file: \(file) cannot be read: \(String(cString: strerror(errno))).")
        }
        return options
    }

    private func authMethod(environment: [String: String]) throws -> AuthMethod {
        let secret = try self.appSecret(environment: environment)
        if let url = self.authEndpoint {
            guard self.secretFile == nil else {
                throw ValidationError("Give --auth-endpoint or --secret-file, not both.")
            }
            return .endpoint(
                AuthEndpoint(
                    url: url,
                    parameters: try self.userFields + Self.fields(self.authParameters),
                    headers: try self.headerFields()))
        }
        guard self.authParameters.isEmpty, self.authHeaders.isEmpty else {
            throw ValidationError("--auth-param and --auth-header need --auth-endpoint.")
        }
        guard let secret else {
            guard self.userID == nil else {
                throw ValidationError(
                    "--user-id needs someone to sign for the user: give --auth-endpoint, or the "
                        + "app's secret with --secret-file or BUOY_SECRET.")
            }
            return .none
        }
        return .inline(secret: secret, user: try self.userDataProvider())
    }

    /// Says who the user is, for channels that are signed for here.
    private func userDataProvider() throws -> UserDataProvider? {
        guard let id = self.userID else { return nil }
        let user = PresenceUser(id: UserID(id), info: try self.parsedUserInfo())
        return { _, _ in user }
    }

    /// What `--user-info` says; nothing without it.
    func parsedUserInfo() throws -> JSON? {
        guard let text = self.userInfo else { return nil }
        guard let json = JSON.parse(text), case .object = json else {
            throw ValidationError(
                "--user-info must be a JSON object, such as '{\"name\":\"Ana\"}'.")
        }
        return json
    }

    /// The user as fields of the endpoint's form.
    private var userFields: [AuthField] {
        [("user_id", self.userID), ("user_info", self.userInfo)]
            .compactMap { name, value in value.map { AuthField(name, $0) } }
    }

    /// The headers for the endpoint, without those that every request makes for itself.
    private func headerFields() throws -> [AuthField] {
        let headers = try Self.fields(self.authHeaders)
        for header in headers where AuthEndpoint.ownHeaders.contains(header.name.lowercased()) {
            throw ValidationError("--auth-header: \(header.name) cannot be chosen.")
        }
        return headers
    }

    private func appSecret(environment: [String: String]) throws -> AppSecret? {
        if let file = self.secretFile { return AppSecret(try SecretFile.read(file)) }
        guard let secret = environment["BUOY_SECRET"], !secret.isEmpty else { return nil }
        return AppSecret(secret)
    }

    /// `name=value`, or `name=@FILE` for values that others should not see in the arguments.
    private static func fields(_ arguments: [String]) throws -> [AuthField] {
        try arguments.map { argument in
            guard let separator = argument.firstIndex(of: "="), separator != argument.startIndex
            else {
                throw ValidationError("A field is written name=value or name=@FILE.")
            }
            let value = argument[argument.index(after: separator)...]
            let text =
                value.hasPrefix("@")
                ? try SecretFile.read(String(value.dropFirst())) : String(value)
            return AuthField(String(argument[..<separator]), text)
        }
    }
}
