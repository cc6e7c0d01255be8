/// What may be shown of the body of an answer; text from a peer.
enum AnswerExcerpt: Hashable, Sendable {
    /// There was no answer.
    case none
    case empty
    /// It may hold a secret.
    case hidden
    /// The start of it, with dots for signatures.
    case text(String)

    /// How much of an answer is kept, in code points.
    static let limit = 200
    /// How much of it a sentence quotes.
    private static let quotationLimit = 120

    /// - Parameter secrets: what was sent and is not to be shown.
    init(_ body: [UInt8], secrets: SentSecrets) {
        guard !body.isEmpty else {
            self = .empty
            return
        }
        let text = String(decoding: body, as: UTF8.self)
        guard !text.contains("shared_secret"), !secrets.areRepeated(in: text),
            let masked = AnswerMask.text(text)
        else {
            self = .hidden
            return
        }
        self = .text(Self.start(of: masked, Self.limit))
    }

    /// The text; `nil` when there is none to show.
    var shownText: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The excerpt as the end of a sentence.
    var quotation: String {
        switch self {
        case .none: ""
        case .empty: " and an empty body"
        case .hidden: ", with a body that is not shown, as it holds a secret"
        case .text(let text): ": " + Self.start(of: text, Self.quotationLimit)
        }
    }

    private static func start(of text: String, _ limit: Int) -> String {
        let start = text.unicodeScalars.prefix(limit)
        let isWhole = start.endIndex == text.unicodeScalars.endIndex
        return isWhole ? text : String(String.UnicodeScalarView(start.dropLast())) + "…"
    }
}
