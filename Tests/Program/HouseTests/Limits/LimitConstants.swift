import Foundation

/// Bounds that are constants of the source: `static let …Limit`, `largest…`, `most…`.
struct LimitConstants {
    struct Constant {
        /// The name of the file, which is that of the type, and of the constant.
        let name: String
        let expression: String

        /// `1 MiB` for `1 << 20`, `10 s` for `Duration.seconds(10)`, `50,000` for `50_000`.
        var shown: String {
            let text = self.expression
            if let match = text.wholeMatch(of: /(\d+) << (\d+)/),
                let factor = Int(match.1), let shift = Int(match.2)
            {
                return Self.size(factor << min(shift, 40))
            }
            if let match = text.wholeMatch(of: /Duration\.(seconds|milliseconds)\(([\d_]+)\)/) {
                return Self.grouped(match.2) + (match.1 == "seconds" ? " s" : " ms")
            }
            return text.wholeMatch(of: /[\d_]+/) == nil ? "`\(text)`" : Self.grouped(text[...])
        }

        private static func size(_ bytes: Int) -> String {
            for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] where bytes >> shift > 0 {
                return "\(bytes >> shift) \(unit)"
            }
            return "\(bytes)"
        }

        private static func grouped(_ text: Substring) -> String {
            let digits = text.filter(\.isNumber)
            let firsts = digits.count % 3
            var parts = firsts > 0 ? [String(digits.prefix(firsts))] : []
            var rest = digits.dropFirst(firsts)
            while !rest.isEmpty {
                parts.append(String(rest.prefix(3)))
                rest = rest.dropFirst(3)
            }
            return parts.joined(separator: ",")
        }
    }

    private let all: [Constant]

    init() throws {
        var all: [Constant] = []
        for file in try Repository.swiftFiles(below: "Sources") {
            let source = try Repository.text(file)
            for match in source.matches(of: Self.declaration) {
                all.append(
                    Constant(name: "\(Self.type(of: file)).\(match.1)", expression: String(match.2))
                )
            }
        }
        self.all = all
    }

    private static var declaration: Regex<(Substring, Substring, Substring)> {
        // The word, and what follows it.
        /static let (\w*(?:[lL]imit|argest|ongest|deepest|[mM]ost|apacity)\w*)[: \w]* =\s+([^\n{]+)/
    }

    /// Those that bound the reading of a file or of a body.
    func ofReaders() throws -> Set<String> {
        let names = Set(self.all.map(\.name))
        var read: Set<String> = []
        for file in try Repository.swiftFiles(below: "Sources") {
            let uses = try Repository.text(file)
                .matches(of: /(?:limit|bodyLimit): [sS]elf\.(sizeLimit|bodyLimit|largest)\b/)
            read.formUnion(uses.map { "\(Self.type(of: file)).\($0.1)" })
        }
        return read.intersection(names)
    }

    private static func type(of file: String) -> Substring {
        let name = file.split(separator: "/").last ?? ""
        return name.prefix { $0 != "." && $0 != "+" }
    }

    struct Unknown: Error {
        let name: String
    }

    /// With the value of each constant that stands in braces.
    func filling(_ text: String) throws -> String {
        var text = text
        while let match = text.firstMatch(of: /\{([^}]*)\}/) {
            guard let constant = self.all.first(where: { $0.name == match.1 }) else {
                throw Unknown(name: String(match.1))
            }
            text.replaceSubrange(match.range, with: constant.shown)
        }
        return text
    }
}
