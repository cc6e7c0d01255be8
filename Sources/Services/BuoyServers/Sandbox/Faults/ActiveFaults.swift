import ChannelsProtocol

struct ActiveFaults: Sendable {
    private(set) var authorization = AuthorizationFault()
    private var refusal: (kind: SandboxFault.Refusal, end: Duration)?
    private var encoding: Set<FrameEncoding> = []
    private var duplicates = 0
    private var late = (count: 0, delay: Duration.zero)

    /// Faults that happen once change nothing here.
    mutating func begin(_ fault: SandboxFault, at now: Duration) {
        switch fault {
        case .refuse(let kind, let time): self.refusal = (kind, now + time)
        case .authorization(let authorization): self.authorization = authorization
        case .encoding(let encoding): self.encoding = encoding
        case .duplicate(let count): self.duplicates = count
        case .late(let count, let delay): self.late = (count, delay)
        case .clear: self = ActiveFaults()
        case .close, .errorThenClose, .error, .drop, .silence, .malformed, .flap, .rotateKey: break
        }
    }

    enum Reception: Hashable, Sendable {
        case accept
        case refuse(SandboxFault.Refusal, for: Duration)
    }

    func connecting(at now: Duration) -> Reception {
        guard let refusal = self.refusal, now < refusal.end else { return .accept }
        return .refuse(refusal.kind, for: refusal.end - now)
    }

    struct Frame: Hashable, Sendable {
        var bytes: [UInt8]
        var delay = Duration.zero
    }

    /// The frames to send for a message: a single normal one, unless a fault is in effect.
    mutating func frames(of message: ServerMessage) -> [Frame] {
        let bytes = self.encoding.reduce(FrameCodec.encode(message)) { $1.rewrite($0, of: message) }
        guard message.isOfChannel else { return [Frame(bytes: bytes)] }
        if self.late.count > 0 {
            self.late.count -= 1
            return [Frame(bytes: bytes, delay: self.late.delay)]
        }
        if self.duplicates > 0 {
            self.duplicates -= 1
            return [Frame(bytes: bytes), Frame(bytes: bytes)]
        }
        return [Frame(bytes: bytes)]
    }
}

extension FrameEncoding {
    /// - Parameter frame: in the format of the hosted service.
    fileprivate func rewrite(_ frame: [UInt8], of message: ServerMessage) -> [UInt8] {
        guard let object = try? JSONValue(parsing: frame).objectValue,
            let data = object["data"]
        else { return frame }
        switch (self, message) {
        case (.objectData, _):
            guard let inner = data.stringValue.flatMap(JSONValue.parse) else { return frame }
            return object.with(data: inner)
        case (.bareSuccess, .subscriptionSucceeded(_, roster: nil)):
            return object.with(data: nil)
        case (.errorText, .error):
            return object.with(data: .string(data.compactText))
        case (.bareSuccess, _), (.errorText, _):
            return frame
        }
    }
}

extension JSONValue.Object {
    fileprivate func with(data: JSONValue?) -> [UInt8] {
        let members = self.members.compactMap { member in
            guard member.key == "data" else { return member }
            return data.map { Member(key: "data", value: $0) }
        }
        return Array(JSONValue.object(JSONValue.Object(members)).compactText.utf8)
    }
}

extension ServerMessage {
    fileprivate var isOfChannel: Bool {
        switch self {
        case .subscriptionSucceeded, .subscriptionError, .memberAdded, .memberRemoved,
            .subscriptionCount, .cacheMiss, .event:
            true
        default:
            false
        }
    }
}
