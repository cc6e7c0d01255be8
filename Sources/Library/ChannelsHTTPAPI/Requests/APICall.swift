import ChannelsProtocol
import ChannelsSigning

struct APICall: Hashable, Sendable {
    var method: String
    var path: String
    var parameters: [RequestParameter]
    var body: [UInt8]
    var purpose: Purpose
    var channels: [ChannelName]

    enum Purpose: Hashable, Sendable {
        case question
        case publishing(events: Int)
        case terminating
    }

    init(
        _ method: String, _ path: String, parameters: [RequestParameter] = [], body: [UInt8] = [],
        purpose: Purpose = .question, about channels: [ChannelName] = []
    ) {
        self.method = method
        self.path = path
        self.parameters = parameters
        self.body = body
        self.purpose = purpose
        self.channels = channels
    }

    /// Leaves characters of channel names as they are: servers check the signature of the path as
    /// received, and their own libraries do not encode them.
    static func segment(_ name: String) -> String {
        name.utf8.allSatisfy(ChannelName.allows) ? name : name.percentEncoded
    }
}
