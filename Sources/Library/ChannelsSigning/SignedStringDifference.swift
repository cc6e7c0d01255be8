import ChannelsBasics
import ChannelsProtocol

/// Where two signed strings first differ, and the usual cause of such a difference.
package struct SignedStringDifference: Hashable, Sendable {
    let signed: String
    let other: String
    /// In characters from 0; `nil` if the strings are equal, so that the secrets differ.
    package let position: Int?

    package init(signed: String, other: String) {
        self.signed = signed
        self.other = other
        let (left, right) = (Array(signed.unicodeScalars), Array(other.unicodeScalars))
        let common = zip(left, right).prefix { $0 == $1 }.count
        self.position = common == max(left.count, right.count) ? nil : common
    }

    package var sentences: String {
        guard let position else {
            return "Both sides signed the same string, so their secrets differ."
        }
        return "The strings first differ at character \(position + 1): here "
            + "\(Self.excerpt(self.signed, position)), there \(Self.excerpt(self.other, position))."
            + (self.cause.map { " \($0)" } ?? "")
    }

    private static func excerpt(_ text: String, _ position: Int) -> String {
        let scalars = Array(text.unicodeScalars)
        guard position < scalars.count else { return "the string ends" }
        let (start, end) = (max(0, position - 12), min(scalars.count, position + 16))
        let view = String(String.UnicodeScalarView(scalars[start..<end])).oneLine(limit: 120)
        let character = String(scalars[position]).oneLine()
        return
            "\"\(character)\" in \"\(start > 0 ? "…" : "")\(view)\(end < scalars.count ? "…" : "")\""
    }

    // MARK: Causes

    var cause: String? {
        guard self.position != nil else { return nil }
        return self.encodingCause ?? self.jsonCause ?? self.partCause
    }

    private var encodingCause: String? {
        let pairs: [(unlike: (String) -> String, cause: String)] = [
            ({ $0.replacing("\r\n", with: "\n") }, "One string has Windows line endings (CR LF)."),
            (
                { String($0.drop { $0 == "\u{FEFF}" }) },
                "One string starts with a byte order mark, added by an editor."
            ),
            ({ $0.trimmed }, "One string has leading or trailing whitespace, such as a newline."),
            (
                { $0.replacing("\\/", with: "/") },
                "One side escapes slashes in JSON (\\/), as PHP does: sign exactly what is "
                    + "sent, without re-encoding it."
            ),
            (
                Self.percentDecoded,
                "One side signed percent-encoded text (%2C for a comma): sign the query values "
                    + "without percent-encoding."
            ),
            ({ $0.lowercased() }, "The strings differ only in case."),
        ]
        return pairs.first { pair in
            pair.unlike(self.signed).utf8.elementsEqual(pair.unlike(self.other).utf8)
        }?.cause
    }

    private var jsonCause: String? {
        guard let mine = Self.json(in: self.signed), let theirs = Self.json(in: self.other),
            mine.head.utf8.elementsEqual(theirs.head.utf8)
        else { return nil }
        if Self.sorted(mine.json) == Self.sorted(theirs.json) {
            return mine.json == theirs.json
                ? "It is the same JSON, written differently (spaces, escapes): one side parsed and "
                    + "re-encoded it. Sign and send the same string."
                : "It is the same JSON with its keys in a different order: one side parsed and "
                    + "re-encoded it. Sign and send the same string."
        }
        if mine.json.stringValue != nil || theirs.json.stringValue != nil {
            return "One side encoded the JSON twice: it is a string that contains JSON."
        }
        return "The JSON values differ: the two sides signed different data."
    }

    private var partCause: String? {
        let (mine, theirs) = (Self.lines(self.signed), Self.lines(self.other))
        if mine.count == 3, theirs.count == 3 { return Self.requestCause(mine, theirs) }
        let (left, right) = (Self.parts(self.signed), Self.parts(self.other))
        guard left.count >= 2, right.count >= 2 else { return nil }
        if left[0] != right[0] {
            return
                "The socket ids differ: a signature is valid for one connection only, and each new "
                + "connection has a new id."
        }
        if left[1] != right[1] { return "The channels differ: each requires its own signature." }
        return left.count == right.count
            ? nil
            : "Only one string has channel data, which is signed only for presence channels."
    }

    private static func requestCause(_ mine: [Substring], _ theirs: [Substring]) -> String? {
        if mine[0] != theirs[0] { return "The methods differ." }
        if mine[1] != theirs[1] {
            return
                "The paths differ: sign the path as sent, with /apps/ and the app's id, but "
                + "without any prefix that a proxy removes."
        }
        let (left, right) = (Self.fields(mine[2]), Self.fields(theirs[2]))
        let names = Set(left.keys).union(right.keys).sorted().filter { left[$0] != right[$0] }
        guard let name = names.first else {
            return "The parameters are in a different order: sort them by name."
        }
        guard names.count == 1 else {
            return "These parameters differ: \(names.joined(separator: ", "))."
        }
        switch name {
        case "body_md5":
            return
                "The bodies differ: the body was altered in transit, or re-encoded after it was "
                + "signed."
        case "auth_timestamp": return "The times differ: these are two different requests."
        case "auth_key": return "The keys differ: these are two different apps."
        default: return "The parameter \(name) differs."
        }
    }

    // MARK: Reading

    private static func percentDecoded(_ text: String) -> String {
        String(percentEncoded: Array(text.utf8), plusIsSpace: true) ?? text
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static func parts(_ text: String) -> [Substring] {
        text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    }

    private static func fields(_ query: Substring) -> [String: String] {
        let pairs = query.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
        return Dictionary(pairs, uniquingKeysWith: { "\($0),\($1)" })
    }

    private static func json(in text: String) -> (head: Substring, json: JSONValue)? {
        let start = text.firstIndex { $0 == "{" || $0 == "\"" || $0 == "[" }
        return start.flatMap { start in
            JSONValue.parse(String(text[start...])).map { (text[..<start], $0) }
        }
    }

    private static func sorted(_ json: JSONValue) -> JSONValue {
        switch json {
        case .array(let elements): return .array(elements.map(self.sorted))
        case .object(let object):
            let members = object.members.map {
                JSONValue.Object.Member(key: $0.key, value: self.sorted($0.value))
            }
            return .object(
                JSONValue.Object(
                    members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }))
        case .null, .bool, .number, .string: return json
        }
    }
}
