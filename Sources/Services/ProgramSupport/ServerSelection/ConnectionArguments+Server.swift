import ArgumentParser
package import Scripts

extension ConnectionArguments {
    /// The arguments completed from a server. What was given wins.
    ///
    /// - Parameter takesChannels: whether to subscribe to its channels if none were given.
    /// - Throws: `ValidationError` if the result cannot be used.
    package func completed(
        from server: NamedServer, takesChannels: Bool = true
    ) throws -> ConnectionArguments {
        var arguments = self
        arguments.server.complete(from: server, takesChannels: takesChannels)
        // Another place has its own certificates.
        if self.server.cluster == nil, self.server.host == nil {
            arguments.route.complete(from: server)
        }
        arguments.identity.complete(from: server)
        try arguments.server.validate()
        try arguments.route.validate()
        try arguments.identity.validate()
        try arguments.validate()
        return arguments
    }

    /// The arguments that hold for any server: the user, proxies, times and reconnection.
    ///
    /// - Throws: never for arguments whose options all have defaults.
    package func forAnyServer() throws -> ConnectionArguments {
        var arguments = self
        // Only what was parsed has values.
        arguments.server = try ServerArguments.parse([])
        arguments.route = try RouteArguments.parse([])
        arguments.route.proxy = self.route.proxy
        arguments.route.noProxy = self.route.noProxy
        arguments.identity = try IdentityArguments.parse([])
        arguments.identity.givenUserID = self.identity.givenUserID
        arguments.identity.givenUserInfo = self.identity.givenUserInfo
        arguments.identity.name = self.identity.name
        return arguments
    }
}

extension ServerArguments {
    fileprivate mutating func complete(from server: NamedServer, takesChannels: Bool) {
        self.servers = []
        self.chosen.value = server
        self.key = self.key ?? server.key
        if takesChannels, self.subscribe.isEmpty { self.subscribe = server.channels }
        // A place on the command line is another server, with a port and a path of its own.
        guard self.cluster == nil, self.host == nil else { return }
        switch server.place {
        case .cluster(let cluster): self.cluster = cluster
        case .host(let host): self.host = host
        }
        self.port = self.port ?? server.port
        self.path = self.path ?? server.path
    }
}

extension RouteArguments {
    /// Takes TLS and certificates from a server, unless they were given.
    package mutating func complete(from server: NamedServer) {
        self.noTLS = self.noTLS || !server.usesTLS
        self.trustRootsFile = self.trustRootsFile ?? server.trustRootsFile
        guard self.clientCertificateFile == nil else { return }
        self.clientCertificateFile = server.clientCertificateFile
        self.clientKeyFile = self.clientKeyFile ?? server.clientKeyFile
    }
}

extension IdentityArguments {
    fileprivate mutating func complete(from server: NamedServer) {
        self.appID = self.appID ?? server.appID
        self.encryptionKeyFile = self.encryptionKeyFile ?? server.encryptionKeyFile
        if self.name == nil { self.givenUserID = self.givenUserID ?? server.userID }
        let givesSecret = self.secretFile != nil || self.secretCommand != nil
        // A secret on the command line signs locally, and an endpoint there replaces the secret,
        // unless it is for the HTTP API too.
        if !givesSecret, self.authEndpoint == nil || self.appID != nil {
            self.takeSecret(of: server)
        }
        if !givesSecret || self.appID != nil { self.takeAuthorization(of: server) }
    }

    private mutating func takeSecret(of server: NamedServer) {
        switch server.secret {
        case .file(let path): self.secretFile = path
        case .command(let words): self.secretWords.value = words
        case nil: break
        }
    }

    private mutating func takeAuthorization(of server: NamedServer) {
        let own = server.authorization
        self.authEndpoint = self.authEndpoint ?? own.endpoint
        if self.signsIn { self.userAuthEndpoint = self.userAuthEndpoint ?? own.userEndpoint }
        guard self.authEndpoint != nil || self.userAuthEndpoint != nil else { return }
        self.authTransport = self.authTransport ?? own.transport
        if self.authHeaders.isEmpty { self.authHeaders = own.headers }
        if self.authParameters.isEmpty { self.authParameters = own.parameters }
    }
}

extension SecretArguments {
    /// Takes the secret of a server, unless one was given.
    package mutating func complete(from server: NamedServer) {
        guard self.secretFile == nil, self.secretCommand == nil else { return }
        switch server.secret {
        case .file(let path): self.secretFile = path
        case .command(let words): self.secretWords.value = words
        case nil: break
        }
    }
}
