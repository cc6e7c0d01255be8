import ChannelsProtocol

extension ChannelsOptions {
    /// The secrets that a peer might repeat. Only headers count: fields of authorization requests
    /// are shown only where a server repeats them.
    var secrets: [[UInt8]] {
        var secrets = self.moreSecrets
        if case .inline(let secret, _, _) = self.authMethod { secrets.append(secret.searchedBytes) }
        if case .inline(let secret, _) = self.userAuthentication {
            secrets.append(secret.searchedBytes)
        }
        var headers = self.headers.map(\.value)
        if case .endpoint(let endpoint) = self.authMethod {
            headers += endpoint.headers.map(\.value) + (endpoint.session?.values ?? [])
        }
        if case .endpoint(let endpoint) = self.userAuthentication {
            headers += endpoint.headers.map(\.value) + (endpoint.session?.values ?? [])
        }
        return secrets + headers.flatMap(SecretMask.parts(ofHeader:))
    }
}
