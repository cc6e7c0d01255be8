import ChannelsProtocol

/// The part of a response body that may be shown; text from a peer.
enum ResponseExcerpt: Hashable, Sendable {
    case none
    case empty
    case hidden
    case text(String)
    case binary(String)

    static let limit = 200
    private static let quotationLimit = 120

    init(_ body: [UInt8], secrets: SentSecrets) {
        guard !body.isEmpty else {
            self = .empty
            return
        }
        if let kind = Self.binaryKind(of: body) {
            self = .binary("\(kind), \(body.count) bytes")
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

    var shownText: String? {
        switch self {
        case .text(let text): text
        case .binary(let words): "(\(words))"
        case .none, .empty, .hidden: nil
        }
    }

    /// `nil` for text. Accepts a few odd bytes, because what is shown passes the sanitiser.
    private static func binaryKind(of body: [UInt8]) -> String? {
        let starts: [(bytes: [UInt8], kind: String)] = [
            ([0x1F, 0x8B], "gzip data"), ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard data"),
            ([0x50, 0x4B, 0x03, 0x04], "a ZIP file"), ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
            ([0xFF, 0xD8, 0xFF], "a JPEG image"), (Array("GIF8".utf8), "a GIF image"),
            (Array("%PDF".utf8), "a PDF file"),
        ]
        if let known = starts.first(where: { body.starts(with: $0.bytes) }) { return known.kind }
        let start = body.prefix(Self.limit * 4)
        let isOdd = { (byte: UInt8) in byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B
        }
        let isText = String(validating: body, as: UTF8.self) != nil
        return !isText && start.contains(0) || start.count(where: isOdd) * 4 > start.count
            ? "binary data" : nil
    }

    /// Describes a body that is not quoted, after "responded with …".
    var remark: String {
        switch self {
        case .none, .text: ""
        case .empty: " and an empty body"
        case .hidden: ", with a body that is not shown because it contains a secret"
        case .binary(let words): ", with a body that is not text: \(words)"
        }
    }

    /// The start of a text.
    var quotation: String? {
        guard case .text(let text) = self else { return nil }
        return Self.start(of: text.withoutTrailingSpaces, Self.quotationLimit)
    }

    private static func start(of text: String, _ limit: Int) -> String {
        let start = text.unicodeScalars.prefix(limit)
        let isWhole = start.endIndex == text.unicodeScalars.endIndex
        return isWhole ? text : String(String.UnicodeScalarView(start.dropLast())) + "…"
    }
}

extension String {
    fileprivate var withoutTrailingSpaces: String {
        var scalars = self.unicodeScalars
        while let last = scalars.last, " \t\r\n".unicodeScalars.contains(last) {
            scalars.removeLast()
        }
        return String(scalars)
    }
}

/// Hides signatures in a shown response: with the signed text, one lets anybody join the
/// channel while the connection lasts.
enum AnswerMask {
    private static let dots = "••••••••"
    /// Shorter strings without a colon are no signatures: 32 bytes are 43 letters of base64.
    private static let shortestBare = 32

    /// Dots replace what follows the colon in a string under `auth`, and every signature in
    /// hexadecimal; `nil` if a signature cannot be separated from the rest.
    static func text(_ answer: String) -> String? {
        let field =
            #/
            # The name and a colon or an equals sign: in JSON, a text in JSON, HTML or bare.
            (auth (?: ["'\\\s] | &quot; )* [:=] [\s\[{\(]*)
            # The value, up to what ends it.
            (?: (\\*" | &quot;) ((?: [^"\\&] | \\[^"] | &(?!quot;) )*)
            | (\\*') ([^']*)
            | ([^\s"'<&,})\]]+) )
            /#
            .ignoresCase().matchingSemantics(.unicodeScalar)
        let digits = #/[0-9A-Fa-f]{64,}/#.matchingSemantics(.unicodeScalar)
        let masked = answer.replacing(field) { match in
            let (_, start, quote, quoted, mark, marked, bare) = match.output
            let value = quoted ?? marked ?? bare ?? ""
            return start + (quote ?? mark ?? "") + Self.masked(value)
        }.replacing(digits, with: Self.dots)
        guard let json = try? JSONValue(parsing: answer.utf8) else { return masked }
        guard Self.holdsSignature(json) else { return masked }
        guard let shown = try? JSONValue(parsing: masked.utf8) else { return nil }
        return Self.holdsSignature(shown) ? nil : masked
    }

    /// `<app key>:••••••••`; unchanged if there can be no signature.
    private static func masked(_ auth: Substring) -> String {
        if let colon = auth.firstIndex(of: ":") {
            let isEnd = auth.index(after: colon) == auth.endIndex
            return isEnd ? String(auth) : ChannelAuthorization.shownAuth(String(auth))
        }
        return auth.utf8.count < Self.shortestBare ? String(auth) : self.dots
    }

    private static func holdsSignature(_ json: JSONValue, isAuth: Bool = false) -> Bool {
        switch json {
        case .string(let text):
            isAuth && !text.hasSuffix(Self.dots) && Self.masked(text[...]) != text
        case .array(let items):
            items.contains { self.holdsSignature($0, isAuth: isAuth) }
        case .object(let object):
            object.members.contains {
                self.holdsSignature($0.value, isAuth: isAuth || $0.key == "auth")
            }
        case .null, .bool, .number: false
        }
    }
}
