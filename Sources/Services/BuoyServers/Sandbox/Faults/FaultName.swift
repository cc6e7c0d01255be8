import ChannelsProtocol

/// The names of the faults in HTTP requests: `POST /sandbox/faults` accepts an object with one of
/// these keys and its further keys.
enum FaultName: String, CaseIterable {
    case close
    case errorThenClose = "error-then-close"
    case error
    case drop
    case silence
    case refuse
    case authorization
    case encoding
    case duplicate
    case late
    case malformed
    case flap
    case rotateKey = "rotate-key"
    case clear

    var furtherKeys: [String] {
        switch self {
        case .close: ["reason"]
        case .errorThenClose, .error: ["message"]
        case .refuse: ["seconds"]
        case .authorization, .late: ["milliseconds"]
        case .flap: ["user", "times"]
        case .drop, .silence, .encoding, .duplicate, .malformed, .rotateKey, .clear: []
        }
    }

    var expectation: String {
        switch self {
        case .close, .errorThenClose:
            "a close code that may be sent, or one of "
                + CloseCode.names.map(\.name).joined(separator: ", ")
        case .error: "a code between 4000 and 4399, the name of one, or null"
        case .drop: Self.words(SandboxFault.Drop.self)
        case .refuse: Self.words(SandboxFault.Refusal.self)
        case .authorization:
            "an HTTP status from 200 to 599, or one of "
                + AuthorizationFault.Answer.names.map(\.name).joined(separator: ", ")
        case .encoding: "a list of " + Self.words(FrameEncoding.self)
        case .duplicate, .late: "a number from 1 to 1000"
        case .malformed: Self.words(MalformedFrame.self)
        case .flap: "the name of a presence channel"
        case .silence, .rotateKey, .clear: "true"
        }
    }

    private static func words<Word: CaseIterable & RawRepresentable<String>>(
        _: Word.Type
    ) -> String {
        Word.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension CloseCode {
    /// The assigned codes that can be sent, by names such as `over-capacity`.
    static let names: [(name: String, code: CloseCode)] = Self.assigned.filter(\.canBeSent).map {
        ($0.name.lowercased().replacing(" ", with: "-"), $0)
    }
}
