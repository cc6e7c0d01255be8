internal import ChannelsProtocol

extension AuthEndpoint {
    /// The name by which the answer calls back; browsers number theirs.
    private static let callback = "Pusher.auth_callbacks['1']"

    /// Makes the request for one attempt: the fixed parts, then those that are computed, then the
    /// edits.
    func request(_ context: AuthContext) async throws -> AuthHTTPRequest {
        let parameters = self.parameters + (try await self.parametersProvider?(context) ?? [])
        let provided = try await self.headersProvider?(context) ?? []
        let fixed = self.headers.filter { header in
            !provided.contains { $0.isSameHeader(as: header) }
        }
        let headers = (fixed + provided).filter {
            !Self.ownHeaders.contains($0.name.lowercased())
        }
        var request = self.request(context, parameters, headers)
        try await self.editRequest?(&request, context)
        return request
    }

    /// What pusher-js sends: the socket id, the channel and the extras, each encoded.
    private func request(
        _ context: AuthContext, _ parameters: [AuthField], _ headers: [AuthField]
    ) -> AuthHTTPRequest {
        var fields = [AuthField("socket_id", context.socketID.text)]
        if let channel = context.channel { fields.append(AuthField("channel_name", channel.text)) }
        fields += parameters
        switch self.transport {
        case .form:
            let type = AuthField("Content-Type", "application/x-www-form-urlencoded")
            return AuthHTTPRequest(
                url: self.url, headers: [type] + headers, body: Array(Self.form(fields).utf8))
        case .query:
            return AuthHTTPRequest(method: "GET", url: self.url(adding: fields), headers: headers)
        case .jsonp:
            let url = self.url(adding: [AuthField("callback", Self.callback)] + fields)
            return AuthHTTPRequest(method: "GET", url: url, headers: headers)
        }
    }

    private func url(adding fields: [AuthField]) -> String {
        let url = self.url.prefix { $0 != "#" }
        return url + (url.contains("?") ? "&" : "?") + Self.form(fields)
    }

    private static func form(_ fields: [AuthField]) -> String {
        fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
            .joined(separator: "&")
    }
}
