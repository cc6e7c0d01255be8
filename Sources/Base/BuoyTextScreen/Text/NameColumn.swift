/// Draws names in a number of cells: all of them in the same form, if it fits.
package struct NameColumn: Sendable {
    package let width: Int
    private let forms: NameForms
    private let level: NameForms.Level
    /// Of the names that are too long in every form.
    private let cuts: [NameForms.Name: SafeText]
    /// Whether no two names look alike.
    package let isDistinct: Bool

    package init(_ forms: NameForms, _ level: NameForms.Level, width: Int) {
        (self.forms, self.level, self.width) = (forms, level, width)
        guard forms.width(.short).most > width else {
            (self.cuts, self.isDistinct) = ([:], true)
            return
        }
        let long = forms.names.filter { forms.form(of: $0, .short).width > width }
            .map { ($0, forms.base(of: $0)) }
        var cuts = Dictionary(uniqueKeysWithValues: long.map { ($0, $1.shortened(to: width)) })
        for alike in Dictionary(grouping: long, by: { cuts[$0.0] }).values where alike.count > 1 {
            let start = Self.sharedStart(alike.map { $0.1 })
            for (name, text) in alike { cuts[name] = text.without(start, of: name, width: width) }
        }
        self.cuts = cuts
        self.isDistinct = Set(cuts.values).count == cuts.count
    }

    /// In characters.
    private static func sharedStart(_ texts: [SafeText]) -> Int {
        guard let first = texts.first?.string else { return 0 }
        return texts.dropFirst().map { first.sharedStart(with: $0.string) }.min() ?? 0
    }

    /// - Parameter names: those that are on the screen.
    package init(_ names: [NameForms.Name], width: Int) {
        let empty = NameForms()
        guard names.contains(where: { empty.form(of: $0, .whole).width > width }) else {
            self.init(empty, .whole, width: width)
            return
        }
        let forms = NameForms(names)
        let level = NameForms.Level.allCases.first { level in
            names.allSatisfy { forms.form(of: $0, level).width <= width }
        }
        self.init(forms, level ?? .short, width: width)
    }

    package func text(of name: NameForms.Name) -> SafeText {
        let own = NameForms.Level.allCases.drop { $0 != self.level }
        for level in own {
            let text = self.forms.form(of: name, level)
            if text.width <= self.width { return text }
        }
        return self.cuts[name] ?? self.forms.base(of: name).shortened(to: self.width)
    }
}

extension SafeText {
    fileprivate func shortened(to width: Int) -> SafeText { self.shortened(to: width, keeping: 0) }

    /// From shortly before the place where names differ.
    fileprivate func without(_ start: Int, of name: NameForms.Name, width: Int) -> SafeText {
        let mark = name.mark.map(SafeText.init(glyph:)) ?? .empty
        let skipped = max(start - 3, name.mark == nil ? 0 : 2)
        let rest = SafeText(sanitizing: String(self.string.dropFirst(skipped)))
        let text: SafeText = "\(mark)\(glyph: "…")\(rest)"
        return text.width > width ? text.shortened(to: width, head: width - 1) : text
    }
}

extension String {
    /// The characters at the start that both have.
    fileprivate func sharedStart(with other: String) -> Int {
        zip(self, other).prefix { $0 == $1 }.count
    }
}
