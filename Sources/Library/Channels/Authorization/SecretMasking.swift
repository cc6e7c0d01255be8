import ChannelsFoundation
import ChannelsProtocol

/// The secrets of a request, which must not be shown in a response: error pages repeat
/// requests. They are the values of headers, queries, forms and JSON, except the socket id, the
/// channel and the callback.
struct SentSecrets: Sendable {
    private var words: Set<[UInt8]> = []
    private var credentialTexts: [String] = []
    private let known: Set<String>

    /// A shorter text is not a secret, and may occur in any response.
    private static let shortest = 8
    /// The same for a value whose name says that it is a secret.
    private static let shortestNamed = 4
    private static let publicNames: Set<String> = ["socket_id", "channel_name", "callback"]
    private static let separators = Set(" \t\r\n;=,\"<>".unicodeScalars)

    init(_ request: AuthHTTPRequest, _ context: AuthContext) {
        self.known = Set([context.socketID.text, context.channel?.text].compactMap(\.self))
        for header in request.headers { self.add(header.value, named: header.name) }
        let query = request.url.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        self.add(form: query)
        self.add(body: request.body)
    }

    mutating func add(_ cookies: [String]) {
        for cookie in cookies { self.add(word: cookie, shortest: Self.shortest) }
    }

    var credentials: SecretMark? {
        self.credentialTexts.isEmpty ? nil : SecretMark(self.credentialTexts)
    }

    func areRepeated(in text: String) -> Bool {
        let answers = Set([text, text.filter { $0 != "\\" }].flatMap(FormDecoding.readings))
        return answers.contains { answer in
            let bytes = Array(answer.utf8)
            return self.words.contains { bytes.contains($0) }
        }
    }

    private mutating func add(body: [UInt8]) {
        if let json = try? JSONValue(parsing: body) {
            self.add(json, named: "")
            return
        }
        let text = String(decoding: body, as: UTF8.self)
        // Forms contain no spaces and quotation marks.
        let isForm = !text.unicodeScalars.contains { $0 != "=" && Self.separators.contains($0) }
        if isForm { self.add(form: text[...]) } else { self.add(text, named: "") }
    }

    private mutating func add(form: Substring) {
        for field in form.split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.count == 2 ? FormDecoding.text(parts[0]) : ""
            guard !Self.publicNames.contains(name), let value = parts.last else { continue }
            for reading in FormDecoding.readings(String(value)) { self.add(reading, named: name) }
        }
    }

    private mutating func add(_ json: JSONValue, named name: String) {
        switch json {
        case .string(let text), .number(let text): self.add(text, named: name)
        case .array(let items): for item in items { self.add(item, named: name) }
        case .object(let object):
            for member in object.members where !Self.publicNames.contains(member.key) {
                self.add(member.value, named: member.key)
            }
        case .null, .bool: break
        }
    }

    /// Also adds its parts: one of several cookies, the token after the word `Bearer`.
    private mutating func add(_ value: String, named name: String) {
        let isTelling = SecretNames.tells(name)
        if isTelling { self.credentialTexts += [name, value] }
        self.add(word: value, shortest: isTelling ? Self.shortestNamed : Self.shortest)
        for part in value.unicodeScalars.split(whereSeparator: Self.separators.contains) {
            self.add(word: String(part), shortest: Self.shortest)
        }
    }

    private mutating func add(word: String, shortest: Int) {
        guard word.utf8.count >= shortest, !self.known.contains(word) else { return }
        self.words.insert(Array(word.utf8))
    }
}

enum ShownURL {
    private static let dots = "••••••••"

    /// Dots for user and query, no fragment; only dots if the parts cannot be told apart.
    static func text(_ url: String) -> String {
        let address = url.prefix { $0 != "#" && $0 != "?" }
        guard url.dropFirst(address.count).contains("@") else { return Self.withoutQuery(url[...]) }
        // A late @ belongs to the query, or ends a password that contains ? or #. The latter is
        // usually not a valid URL, as the port would have letters.
        guard let parts = URL(string: url) else { return Self.withoutUser(url[...]) }
        let isClear = parts.host()?.isEmpty == false && !parts.path().isEmpty
        return isClear ? Self.withoutQuery(url[...]) : Self.dots
    }

    private static func withoutQuery(_ url: Substring) -> String {
        let address = url.prefix { $0 != "#" && $0 != "?" }
        let hasQuery = url.dropFirst(address.count).hasPrefix("?")
        return Self.withoutUser(address) + (hasQuery ? "?" + Self.dots : "")
    }

    private static func withoutUser(_ url: Substring) -> String {
        guard let at = url.lastIndex(of: "@") else { return String(url) }
        return Self.dots + "@" + Self.withoutQuery(url[url.index(after: at)...])
    }
}
