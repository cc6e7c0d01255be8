internal import ChannelsProtocol

/// Hides the signatures in an answer that is shown: with the text that was signed, a signature lets
/// anybody onto the channel as long as the connection lasts.
enum AnswerMask {
    private static let dots = "••••••••"
    /// A text without a colon that is shorter is no signature: 32 bytes are 43 letters of base64.
    private static let shortestBare = 32

    /// The answer with dots for what stands behind the colon of a text under `auth`, and for every
    /// signature in hex digits; `nil` when a signature stays that cannot be told from the rest.
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
        guard let json = try? JSON(parsing: answer.utf8) else { return masked }
        guard Self.holdsSignature(json) else { return masked }
        guard let shown = try? JSON(parsing: masked.utf8) else { return nil }
        return Self.holdsSignature(shown) ? nil : masked
    }

    /// `<app key>:••••••••`; a text that cannot hold a signature stays.
    private static func masked(_ auth: Substring) -> String {
        if let colon = auth.firstIndex(of: ":") {
            let isEnd = auth.index(after: colon) == auth.endIndex
            return isEnd ? String(auth) : ChannelAuthorization.shownAuth(String(auth))
        }
        return auth.utf8.count < Self.shortestBare ? String(auth) : self.dots
    }

    /// Whether there is a signature in the texts under `auth`, at any depth.
    private static func holdsSignature(_ json: JSON, isAuth: Bool = false) -> Bool {
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
