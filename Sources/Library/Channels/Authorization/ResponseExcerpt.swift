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
        let masked = SecretMask().text(text)
        guard !text.contains("shared_secret"), !secrets.areRepeated(in: text),
            !Self.holdsSignature(JSONValue.parse(masked) ?? .null)
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

    /// Whether a signature is where the mask does not find it: deeper in a value called `auth`.
    private static func holdsSignature(_ json: JSONValue, isAuth: Bool = false) -> Bool {
        switch json {
        case .string(let text):
            isAuth && !text.hasSuffix(SecretMask.dots) && text.contains(":") && text.last != ":"
        case .array(let items):
            items.contains { self.holdsSignature($0, isAuth: isAuth) }
        case .object(let object):
            object.members.contains {
                self.holdsSignature($0.value, isAuth: isAuth || $0.key == "auth")
            }
        case .null, .bool, .number: false
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
