/// Text for `man`: the macros of man(7), with everything else escaped.
struct Roff: Hashable, Sendable {
    private(set) var text = ""

    mutating func title(_ name: String, section: Int, source: String, manual: String) {
        // Without a date, so that the same program always gives the same page.
        self.line(
            ".TH \(Self.quoted(name.uppercased())) \(section) \"\" \(Self.quoted(source)) "
                + Self.quoted(manual))
        // Paragraphs are not justified, and words are not hyphenated, so that options stay as
        // typed.
        self.line(".nh")
        self.line(".ad l")
    }

    /// The line of the section NAME, which whatis(1) reads: `buoy \- Watch …`.
    mutating func nameLine(_ name: String, _ words: String) {
        self.line("\(Self.escaped(name)) \\- \(Self.escaped(words))")
    }

    mutating func heading(_ title: String) { self.line(".SH \(Self.quoted(title.uppercased()))") }

    mutating func subheading(_ title: String) { self.line(".SS \(Self.quoted(title))") }

    mutating func paragraphs(_ text: String) {
        for paragraph in Self.parts(text) {
            self.line(".PP")
            self.line(Self.escaped(paragraph))
        }
    }

    mutating func entry(_ term: String, value: String? = nil, _ text: String) {
        self.line(".TP")
        let value = value.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
        self.line("\\fB\(Self.escaped(term))\\fR\(value)")
        self.line(Self.escaped(text))
    }

    mutating func command(_ text: String) {
        self.line(".br")
        self.line("\\fB\(Self.escaped(text))\\fR")
    }

    mutating func verbatim(_ lines: some Sequence<Substring>) {
        self.line(".nf")
        for line in lines { self.line(Self.escaped(line)) }
        self.line(".fi")
    }

    private mutating func line(_ text: String) { self.text += text + "\n" }

    static func parts(_ text: String) -> [String] {
        text.split(separator: "\n\n").map { part in
            part.split(separator: "\n").joined(separator: " ")
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"\(self.escaped(text).replacing("\"", with: "\\(dq"))\""
    }

    /// The text without instructions, and with characters as typed: a hyphen is not a dash, a
    /// quotation mark is not a curly one (man-pages(7)).
    static func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case ".", "\"": escaped += escaped.isEmpty ? "\\&\(character)" : "\(character)"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
