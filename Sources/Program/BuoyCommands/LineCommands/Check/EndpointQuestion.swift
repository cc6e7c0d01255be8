import BuoyDashboard
import BuoyProgramSupport
import BuoySessions
import Channels
import ChannelsProtocol
import ChannelsSigning

/// Asks an app's authorization endpoint whether it would authorize a channel.
struct EndpointQuestion: Sendable {
    private let endpoint: AuthEndpoint
    private let signature: ChannelSignature

    /// - Returns: `nil` without the app's secret, as the connection then asks the endpoint, or
    ///   without an endpoint.
    init?(
        _ target: ServerTarget, _ connection: ConnectionArguments, environment: [String: String]
    ) throws {
        guard target.sandbox == nil,
            let secret = try connection.identity.appSecret(environment: environment),
            var endpoint = try connection.identity.endpoint()
        else { return nil }
        // The first answer says the most.
        endpoint.retries = 0
        self.endpoint = endpoint
        self.signature = ChannelSignature(key: target.options.appKey, secret: secret)
    }

    var address: String { self.endpoint.shownURL }

    /// In the format that servers use.
    private static let sockets = ["218643.540519", "704312.889034"].compactMap { SocketID($0) }

    func ask(_ client: ChannelsClient, about channel: ChannelName) async -> EndpointFinding {
        var answers: [ChannelAuthorization] = []
        for socket in Self.sockets {
            switch await client.answer(of: self.endpoint, for: channel, socketID: socket) {
            case .failure(let failure):
                return .refused(failure, hasSession: self.endpoint.sendsSession)
            case .success(let authorization):
                guard !self.proves(authorization, channel, socket) else { return .authorized }
                answers.append(authorization)
            }
        }
        return answers.first?.auth == answers.last?.auth ? .cached : .otherSecret
    }

    private func proves(
        _ authorization: ChannelAuthorization, _ channel: ChannelName, _ socket: SocketID
    ) -> Bool {
        let outcome = try? self.signature.check(
            authorization.auth, socketID: socket, channel: channel,
            channelData: authorization.channelData)
        return outcome == .valid
    }
}
