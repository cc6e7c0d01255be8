import Testing

/// A pattern that the style refuses, with the word to write instead.
///
/// The table "Words that CI refuses" in `docs/dev/style.md` is for readers; these are the same
/// patterns for the machine. Each has an example that it must find and a use that it must allow.
struct WordRule: Sendable, CustomTestStringConvertible {
    /// An ICU regular expression; `^` and `$` match at line ends.
    let pattern: String
    /// The word or the form to use.
    let replacement: String
    /// A sentence that the rule refuses.
    let refused: String
    /// A similar sentence that is idiomatic.
    let allowed: String

    var testDescription: String { self.refused }

    /// The rule's pattern, without regard to case unless it starts with `(?-i)`.
    var expression: String {
        self.pattern.hasPrefix("(?-i)")
            ? "(?:\(self.pattern.dropFirst(5)))" : "(?i:\(self.pattern))"
    }

    static let all = grammar + vocabulary + spelling

    /// Constructions that give a translation away.
    private static let grammar = [
        WordRule(
            pattern: #"(?-i)(?:^|(?<=[.!?:] )|(?<=\| )|(?<=- )|(?<=# ))"#
                + #"(?:What|Who|Whoever)\b[^.?|\n]*(?:\n[^.?|\n]+)*(?=[.|]|$)"#,
            replacement: "name the noun", refused: "What is missing is listed.",
            allowed: "What is a gap?"),
        WordRule(
            pattern: #"\b(?:those|the same) of\b"#, replacement: "repeat the noun; \"for\"",
            refused: "The names are those of the program.", allowed: "the program's names"),
        WordRule(
            pattern: #"\bof (?:its|their|your|our|his|her|\w+'s) own\b"#
                + #"(?=[.,;:)|]|$|\s(?:and|or|that|which|for|in|with|to|by|on|as|from|has|have|"#
                + #"is|are|can|at|when|if|while|than|but)\b)"#,
            replacement: "its own …, a separate …, a custom …",
            refused: "It has a port of its own.", allowed: "each of its own events"),
        WordRule(
            pattern: #"\b(?:is|are|was|were|be|been|being)\s+told\b(?! apart)"#
                + #"|\btells?\s+(?:that|how|when|what|whether)\b"#,
            replacement: "is reported; reports, says", refused: "A refusal is told.",
            allowed: "How can both be told apart?"),
        WordRule(
            pattern: #"(?<!\bthere )\b(?:is|are|was|were)\s+none\b(?! of)"#,
            replacement: "is not one, does not exist", refused: "a host that is none",
            allowed: "where there is none of them"),
        WordRule(
            pattern: #"\bif there (?:is|are|was|were) none\b"#,
            replacement: "if there isn't one, if any", refused: "The body; empty if there is none.",
            allowed: "The body; empty if there isn't one."),
        WordRule(
            pattern: #"\b(?:is|are|was|were|be|been|not|none|had)\s+asked\s+for\b"#,
            replacement: "requested", refused: "No registration was asked for.",
            allowed: "the wait that the server asked for"),
    ]

    /// One word for a thing.
    private static let vocabulary = [
        WordRule(
            pattern:
                #"\bpresent\s+(?:connection|time|state|status|server|ones?|members?|channels?|"#
                + #"value|token|key|session|attempt|version|process|list|name|size|settings?)\b"#
                + #"|\bat present\b"#,
            replacement: "current", refused: "The present state comes first.",
            allowed: "a member who is present on the channel"),
        WordRule(
            pattern: #"\b(?:an?|one|another|each|every|both|two|several)\s+texts?\b(?![ -]"#
                + #"(?:file|editor|browser|terminal|mode|format|frame|message|field|block|screen|"#
                + #"size))|\btexts\b"#,
            replacement: "a string; text", refused: "a text in quotation marks",
            allowed: "a text file"),
        WordRule(
            pattern: #"\b(?:begin|begins|began|begun|beginning|beginnings)\b(?!\s+with\b)"#,
            replacement: "start", refused: "The loop begins at once.",
            allowed: "a name that begins with client-"),
        WordRule(
            pattern: #"\b(?:end|ends|ended)\s+(?:normally\s+)?with\s+(?:the\s+)?"#
                + #"(?:status|exit|code|error)\b"#,
            replacement: "exits with", refused: "buoy ends with status 1.",
            allowed: "a name that ends with a star"),
        WordRule(
            pattern: #"\b(?:goes|go|going|went|gone)\s+on\b(?!\s+(?:the|a|its)\b)"#,
            replacement: "continues", refused: "The test goes on.",
            allowed: "each event goes on the wire"),
        WordRule(
            pattern: #"\banew\b|\bonce more\b|\bagain and again\b"#,
            replacement: "again, repeatedly", refused: "The count starts anew.",
            allowed: "The count restarts."),
        WordRule(
            pattern: #"\bsuffer(?:s|ed|ing)?\b"#, replacement: "be hit by, fail with",
            refused: "What the connection suffers.", allowed: "faults on the connection"),
        WordRule(
            pattern: #"\bin force\b"#, replacement: "active, in effect",
            refused: "the faults in force", allowed: "the active faults"),
        WordRule(
            pattern: #"\bdrop(?:s|ped|ping)?\s+(?:the|a|its|this|every)\s+connection\b"#
                + #"|\bconnection drops?\b|\bdropped connections?\b"#,
            replacement: "lose (by a fault), close (on purpose)",
            refused: "It drops the connection.", allowed: "It loses the connection."),
        WordRule(
            pattern: #"\bstands?\s+(?:in|before|beside|behind|at)\b(?! for\b)"#,
            replacement: "is, precedes", refused: "The value stands in the file.",
            allowed: "It stands in for the server."),
        WordRule(
            pattern: #"\b(?:may|can)\s+be\s+given\s+(?:several times|more than once|repeatedly)\b"#,
            replacement: "may be repeated", refused: "The option can be given several times.",
            allowed: "The option may be repeated."),
    ]

    /// Spelling, numbers and marks.
    private static let spelling = [
        WordRule(
            pattern: #"\d %"#, replacement: "99%", refused: "99 % of a core",
            allowed: "99% of a core"),
        WordRule(
            pattern: #"(?<![\d.,:#/-])\d{1,3} \d{3}\b(?![\d.:/-])"#, replacement: "50,000",
            refused: "50 000 events", allowed: "50,000 events"),
        WordRule(
            pattern: #"[“”]"#, replacement: "\"", refused: "the app “orders",
            allowed: "the app \"orders\""),
        WordRule(
            pattern: #"\b(?:cancel(?:ed|ing)|behaviors?|(?:un)?authoris\w+|(?:summar|recogn|organ|"#
                + #"minim|maxim)iz\w+)\b|(?<![-\w])color(?:s|ed)?\b(?!\s(?:=|is\b))"#,
            replacement: "British, except authorize", refused: "The request was canceled.",
            allowed: "a cancelled request, a colour, an authorization"),
    ]
}
