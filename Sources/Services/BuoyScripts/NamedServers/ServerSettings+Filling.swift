extension ServerSettings {
    /// The settings completed from others, such as those of a server of the configuration. Given
    /// settings take precedence, and settings that belong to a given one are not filled in:
    ///
    /// - another host or cluster has its own port, path, TLS and certificates;
    /// - a secret replaces the other's secret and endpoints, and an endpoint the other's secret.
    ///   With the app's id, a secret is for the HTTP API too, so endpoint and secret stay.
    package func filled(from other: ServerSettings) -> ServerSettings {
        var filled = self
        for key in ServerKey.allCases where self.takes(key.part, from: other) {
            key.fill(&filled, other)
        }
        return filled
    }

    private func takes(_ part: ServerKey.Part, from other: ServerSettings) -> Bool {
        let isHere = self.cluster == nil && self.host == nil
        let givesSecret =
            self.secretFile != nil || self.secretProgram != nil || self.environmentFile != nil
        let usesAPI = (self.appID ?? other.appID) != nil
        switch part {
        case .app, .user, .channels, .display: return true
        case .place, .route: return isHere
        case .clientCertificate: return isHere && self.clientCertificateFile == nil
        case .secret: return !givesSecret && (self.authEndpoint == nil || usesAPI)
        case .endpoint: return !givesSecret || usesAPI
        case .endpointRequest:
            guard !givesSecret || usesAPI else { return false }
            return [self, other].contains { $0.authEndpoint != nil || $0.userAuthEndpoint != nil }
        }
    }
}
