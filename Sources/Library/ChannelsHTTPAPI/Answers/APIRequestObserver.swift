package import ChannelsProtocol
import ChannelsTransport

/// For products that trace requests, so that `ChannelsHTTPAPI` needs no package for it.
package protocol APIRequestObserver: Sendable {
    func observe<Answer: Sendable>(
        _ request: ObservedAPIRequest,
        _ send: @Sendable () async -> Result<Answer, CallFailure>
    ) async -> Result<Answer, CallFailure>
}

package struct ObservedAPIRequest: Hashable, Sendable {
    package let operation: String
    package let method: String
    package let host: String
    package let port: Int
    package let channels: [ChannelName]
    /// `nil` if nothing is published.
    package let eventCount: Int?

    init(_ call: APICall, to origin: HTTPOrigin) {
        self.method = call.method
        self.host = origin.host
        self.port = origin.port
        self.channels = call.channels.filter {
            !$0.text.hasPrefix(ChannelName.serverToUserPrefix)
        }
        switch call.purpose {
        case .question: (self.operation, self.eventCount) = ("query", nil)
        case .publishing(let count): (self.operation, self.eventCount) = ("publish", count)
        case .terminating: (self.operation, self.eventCount) = ("terminate connections", nil)
        }
    }
}
