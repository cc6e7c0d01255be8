import ChannelsProtocol
import ChannelsSigning

/// A request of the API before it is signed.
struct APICall: Hashable, Sendable {
    var method: String
    /// The path below `/apps/<id>`.
    var path: String
    var parameters: [RequestParameter]
    var body: [UInt8]
    var purpose: Purpose
    /// The channels that it is about, as far as they are channels by name.
    var channels: [ChannelName]

    /// What a request is for, which decides what its failure means.
    enum Purpose: Hashable, Sendable {
        /// It changes nothing.
        case question
        /// It publishes this many events.
        case publishing(events: Int)
        /// It ends the connections of a user.
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

    /// A name as a segment of a path. Characters of channel names are not encoded, because servers
    /// check the signature of the path as they receive it, and their own libraries do not encode
    /// them.
    static func segment(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "_-=@,.;".utf8.contains(byte)
            }
        }
        return isPlain ? name : name.percentEncoded
    }
}
