package import ChannelsProtocol
import ChannelsTransport

/// Stands around requests of the API: for a product that traces them, so that `ChannelsHTTPAPI`
/// needs no package for it.
package protocol APIRequestObserver: Sendable {
    /// Sends a request.
    ///
    /// - Returns: what `send` returned.
    func observe<Answer: Sendable>(
        _ request: ObservedAPIRequest,
        _ send: @Sendable () async -> Result<Answer, CallFailure>
    ) async -> Result<Answer, CallFailure>
}

/// What may be reported of a request: no data, and no ids of users.
package struct ObservedAPIRequest: Hashable, Sendable {
    /// What it is for, in a few words that do not depend on its contents: `publish`.
    package let operation: String
    /// `GET` or `POST`.
    package let method: String
    /// The host of the server.
    package let host: String
    /// The TCP port of the server.
    package let port: Int
    /// The channels that it is about, in order; those of users are left out.
    package let channels: [ChannelName]
    /// The number of events that it publishes; `nil` if it publishes none.
    package let eventCount: Int?

    init(_ call: APICall, to origin: HTTPOrigin) {
        self.method = call.method
        self.host = origin.host
        self.port = origin.port
        self.channels = call.channels.filter {
            !$0.text.hasPrefix(ChannelName.serverToUserPrefix)
        }
        switch call.purpose {
        case .question: (self.operation, self.eventCount) = ("ask", nil)
        case .publishing(let count): (self.operation, self.eventCount) = ("publish", count)
        case .terminating: (self.operation, self.eventCount) = ("terminate connections", nil)
        }
    }
}
