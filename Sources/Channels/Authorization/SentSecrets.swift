internal import ChannelsProtocol

/// What a request carried and nobody is to read in an answer: pages about errors repeat requests.
///
/// The values of headers, of the query, of forms and of JSON count, save those that say what was
/// asked for. They are searched for as they were sent and decoded, in the answer as it came and
/// decoded.
struct SentSecrets: Sendable {
    private var words: Set<[UInt8]> = []
    private let known: Set<String>

    /// A shorter text is no secret, and may stand in any answer.
    private static let shortest = 8
    /// The same for a value whose name says that it is one.
    private static let shortestNamed = 4
    private static let telling = ["token", "secret", "password", "key"]
    /// The parameters that pusher-js sends for itself.
    private static let publicNames: Set<String> = ["socket_id", "channel_name", "callback"]
    private static let separators = Set(" \t\r\n;=,\"<>".unicodeScalars)

    init(_ request: AuthHTTPRequest, _ context: AuthContext) {
        self.known = Set([context.socketID.text, context.channel?.text].compactMap(\.self))
        for header in request.headers { self.add(header.value, named: header.name) }
        let query = request.url.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        self.add(form: query)
        self.add(body: request.body)
    }

    /// Whether one of them stands in a text.
    func areRepeated(in text: String) -> Bool {
        let answers = Set([text, text.filter { $0 != "\\" }].flatMap(FormDecoding.readings))
        return answers.contains { answer in
            let bytes = Array(answer.utf8)
            return self.words.contains { bytes.contains($0) }
        }
    }

    private mutating func add(body: [UInt8]) {
        if let json = try? JSON(parsing: body) {
            self.add(json, named: "")
            return
        }
        let text = String(decoding: body, as: UTF8.self)
        // A form is written without spaces and quotation marks.
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

    private mutating func add(_ json: JSON, named name: String) {
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

    /// A value, and its parts: a cookie among others, a token after the word `Bearer`.
    private mutating func add(_ value: String, named name: String) {
        let name = name.lowercased()
        let isTelling = Self.telling.contains { name.contains($0) }
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
