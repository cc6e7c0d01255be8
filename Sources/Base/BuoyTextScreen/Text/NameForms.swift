/// The names of a column, and their short forms: what they share is left out, not their ends.
package struct NameForms: Hashable, Sendable {
    /// A name, and a mark that may replace the start of it.
    package struct Name: Hashable, Sendable {
        package let text: String
        /// In bytes.
        let prefix: Int
        let mark: Unicode.Scalar?

        /// In bytes: more than a row shows. A peer may send names of any length.
        private static let longest = 512

        /// - Parameter prefix: what the text starts with, and the mark replaces.
        package init(_ text: String, prefix: String = "", mark: Unicode.Scalar? = nil) {
            self.text =
                text.utf8.count > Self.longest
                ? String(decoding: text.utf8.prefix(Self.longest), as: UTF8.self) : text
            self.prefix = prefix.utf8.count
            self.mark = mark
        }
    }

    /// From long to short.
    package enum Level: Hashable, Sendable, CaseIterable {
        case whole, marked, short
    }

    package private(set) var names: Set<Name> = []
    /// How many names have an end.
    private var counts: [End: Int] = [:]

    private struct End: Hashable {
        let mark: Unicode.Scalar?
        let text: Substring
    }

    private var widths: [Level: Width] = [:]
    /// At the time of `measure`.
    private var forms: [Name: Forms] = [:]

    private struct Forms: Hashable {
        let whole: SafeText
        let marked: SafeText
        let short: SafeText
        /// Shortened further when even the short form does not fit; has no ellipsis yet.
        let base: SafeText

        subscript(level: Level) -> SafeText {
            switch level {
            case .whole: self.whole
            case .marked: self.marked
            case .short: self.short
            }
        }
    }

    private struct Width: Hashable {
        let usual: Int
        let most: Int
    }

    package init(_ names: [Name] = []) {
        for name in names { self.insert(name) }
        self.measure()
    }

    package func contains(_ name: Name) -> Bool { self.names.contains(name) }

    package mutating func insert(_ name: Name) {
        guard self.names.insert(name).inserted else { return }
        self.forms = [:]
        for end in name.ends { self.counts[End(mark: name.mark, text: end), default: 0] += 1 }
    }

    package mutating func remove(_ name: Name) {
        guard self.names.remove(name) != nil else { return }
        self.forms = [:]
        for end in name.ends {
            let key = End(mark: name.mark, text: end)
            let count = self.counts[key] ?? 0
            self.counts[key] = count > 1 ? count - 1 : nil
        }
    }

    // MARK: Forms

    func form(of name: Name, _ level: Level) -> SafeText {
        (self.forms[name] ?? self.forms(of: name))[level]
    }

    private func forms(of name: Name) -> Forms {
        let shortest = self.shortest(name)
        return Forms(
            whole: SafeText(sanitizing: name.text, limit: Self.limit),
            marked: Self.form(name.rest, of: name), short: Self.form(shortest, of: name),
            base: Self.marked(shortest, of: name))
    }

    private static let limit = 256

    /// The shortest end that no other name has.
    private func shortest(_ name: Name) -> Substring {
        name.ends.last { end in
            let others = self.names.contains(name) ? 1 : 0
            return self.counts[End(mark: name.mark, text: end), default: 0] == others
        } ?? name.rest
    }

    private static func form(_ end: Substring, of name: Name) -> SafeText {
        guard end.startIndex > name.rest.startIndex else { return self.marked(end, of: name) }
        let text = SafeText(sanitizing: end.utf8, limit: self.limit)
        let start: SafeText = "\(name.mark.map(SafeText.init(glyph:)) ?? .empty)\(glyph: "…")"
        return name.isClass ? "\(start)\\\(text)" : "\(start)\(text)"
    }

    private static func marked(_ end: Substring, of name: Name) -> SafeText {
        let text = SafeText(sanitizing: end.utf8, limit: self.limit)
        return name.mark.map { "\(glyph: $0) \(text)" } ?? text
    }

    func base(of name: Name) -> SafeText { (self.forms[name] ?? self.forms(of: name)).base }

    /// - Returns: the cells for most names, and for all, at the time of `measure`.
    package func width(_ level: Level) -> (usual: Int, most: Int) {
        let width = self.widths[level]
        return (width?.usual ?? 0, width?.most ?? 0)
    }

    package mutating func measure() {
        guard self.forms.isEmpty else { return }
        self.forms = Dictionary(uniqueKeysWithValues: self.names.map { ($0, self.forms(of: $0)) })
        for level in Level.allCases {
            let widths = self.names.map { self.form(of: $0, level).width }.sorted()
            let most = widths.last ?? 0
            // A single name of many must not take the room of all rows.
            let usual = widths.count < 10 ? most : widths[widths.count * 9 / 10]
            self.widths[level] = Width(usual: usual, most: most)
        }
    }
}

extension NameForms.Name {
    var rest: Substring { Substring(self.text.utf8.dropFirst(self.prefix)) }

    var isClass: Bool { self.text.utf8.contains(UInt8(ascii: "\\")) }

    /// From the longest. Each starts with a word: a number alone names nothing. A class is known by
    /// its last part, other names by their last two.
    var ends: [Substring] {
        let rest = self.rest
        var parts: [Substring] = []
        var start = rest.startIndex
        for index in rest.utf8.indices where self.isSeparator(rest.utf8[index]) {
            parts.append(rest[start..<index])
            start = rest.utf8.index(after: index)
        }
        parts.append(rest[start...])
        let last = self.isClass ? parts.count : max(parts.count - 1, 1)
        return parts[..<last].enumerated()
            .filter { $0.offset == 0 || $0.element.isWord }
            .map { rest[$0.element.startIndex...] }
    }

    private func isSeparator(_ byte: UInt8) -> Bool {
        self.isClass ? byte == UInt8(ascii: "\\") : ".:/".utf8.contains(byte)
    }
}

extension Substring {
    fileprivate var isWord: Bool {
        self.utf8.count > 1 && self.utf8.allSatisfy { !(0x30...0x39).contains($0) }
    }
}
