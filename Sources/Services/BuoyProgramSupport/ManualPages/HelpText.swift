package import ArgumentParser
import ChannelsBasics

package struct HelpText {
    /// How the command is called: `buoy tail`.
    private let path: String
    private let usage: [String]
    private let command: CommandDescription
    private let common: [String]?
    private let examples: [CommandExample]
    private let appendix: String

    package init(
        _ path: String, _ description: CommandDescription, of type: any ParsableCommand.Type
    ) {
        let helped = type as? any HelpedCommand.Type
        self.path = path
        self.command = description
        self.common = helped?.commonOptions
        self.examples = helped?.examples ?? []
        self.appendix = helped?.appendix ?? ""
        let usage = type.configuration.usage ?? HelpText.usage(path, description)
        self.usage = usage.split(separator: "\n").map(String.init)
    }

    private static func usage(_ path: String, _ command: CommandDescription) -> String {
        guard command.subcommands.isEmpty else { return "\(path) COMMAND [OPTIONS]" }
        let words = command.arguments.filter(\.isPositional).map(\.synopsis)
        return ([path] + words + ["[OPTIONS]"]).joined(separator: " ")
    }

    package static let width = 80
    private static let labelWidth = 26

    package func text(all: Bool) -> String {
        let paragraphs = [
            self.command.abstract, all ? self.command.discussion : self.firstParagraph,
        ]
        var sections = paragraphs.filter { !$0.isEmpty }.map { Self.wrapped($0, indent: 0) }
        sections.append(Self.section("Usage", self.usage.map { "  \($0)\n" }))
        sections += self.commandSection + self.optionSections(all: all)
        if all, !self.appendix.isEmpty { sections.append(self.appendix + "\n") }
        sections += Self.exampleSection(self.examples)
        if !all, self.hasMore { sections.append("\(self.path) --help-all shows everything.\n") }
        return sections.joined(separator: "\n").trimmingEnd
    }

    package static func exampleSection(_ examples: [CommandExample]) -> [String] {
        guard !examples.isEmpty else { return [] }
        let longest = examples.map(\.line.count).max() ?? 0
        let isBeside = examples.allSatisfy { longest + 4 + $0.effect.count <= Self.width }
        return [
            Self.section(
                "Examples",
                examples.map { example in
                    guard isBeside else { return "  \(example.line)\n      \(example.effect)\n" }
                    return "  \(example.line.padded(to: longest))  \(example.effect)\n"
                })
        ]
    }

    package static func commands(_ title: String, _ rows: [(String, String)], width: Int) -> String
    {
        self.section(
            title,
            rows.map { name, abstract in
                let gap = String(repeating: " ", count: max(width - name.count, 1))
                return "  \(name)\(gap)\(abstract)\n"
            })
    }

    package static func entry(_ name: String, _ meaning: String) -> String {
        let text = self.wrapped(meaning, indent: Self.labelWidth)
        return "  \(name)" + text.dropFirst(name.count + 2).dropLast()
    }

    private static func section(_ title: String, _ rows: [String]) -> String {
        "\(title.uppercased())\n\(rows.joined())"
    }

    private var firstParagraph: String {
        Roff.parts(self.command.description).first ?? ""
    }

    private var hasMore: Bool {
        !self.appendix.isEmpty || self.command.discussion != self.firstParagraph
            || self.command.arguments.contains {
                !$0.isListed(in: self.common) || $0.firstSentence != $0.helpText
            }
    }

    private var commandSection: [String] {
        guard !self.command.subcommands.isEmpty else { return [] }
        let width = (self.command.subcommands.map(\.name.count).max() ?? 0) + 2
        return [
            Self.commands(
                "Commands", self.command.subcommands.map { ($0.name, $0.abstract) }, width: width)
        ]
    }

    private func optionSections(all: Bool) -> [String] {
        let shown = self.command.arguments.filter {
            (all || $0.isListed(in: self.common)) && (all || $0.names != ["--version"])
        }
        var sections: [(title: String, rows: [String])] = []
        let untitled = shown.filter { $0.section == nil }
        let titled = shown.filter { $0.section != nil }
        for argument in untitled.filter(\.isPositional) + titled
            + untitled.filter({ !$0.isPositional })
        {
            let own = argument.section ?? (argument.isPositional ? "Arguments" : "Options")
            let title = all ? own : Self.shortTitles[own] ?? own
            if let index = sections.firstIndex(where: { $0.title == title }) {
                sections[index].rows.append(Self.row(argument, isWhole: all))
            } else {
                sections.append((title, [Self.row(argument, isWhole: all)]))
            }
        }
        return sections.map { Self.section($0.title, $0.rows) }
    }

    /// Sections of the short help that also contain the few options of another section.
    private static let shortTitles = [
        "User and authorization": "Server", "TLS and proxies": "Server", "Secret": "App and server",
        "Requests": "App and server", "Metrics": "Output", "Recording": "Output", "Lines": "Output",
    ]

    private static func row(_ argument: ArgumentDescription, isWhole: Bool) -> String {
        let label = "  \(argument.label)"
        let text = Self.wrapped(
            isWhole ? argument.helpText : argument.firstSentence, indent: Self.labelWidth)
        guard label.count < Self.labelWidth else { return "\(label)\n\(text)" }
        return label + text.dropFirst(label.count)
    }

    /// Lines of at most 80 columns, with spaces before each. A line break stays, and starts a
    /// paragraph if the line after it is empty.
    package static func wrapped(_ text: String, indent: Int) -> String {
        let space = String(repeating: " ", count: indent)
        let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
        let lines = paragraphs.flatMap { paragraph -> [String] in
            var lines: [String] = []
            for word in paragraph.split(separator: " ") {
                if let last = lines.last, last.count + 1 + word.count <= Self.width {
                    lines[lines.count - 1] += " \(word)"
                } else {
                    lines.append(space + word)
                }
            }
            return lines.isEmpty ? [""] : lines
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ArgumentDescription {
    /// The argument in a list: `-k, --key <key>`, `--faults, --no-faults`, `<channel>`.
    var label: String {
        let value = self.valueName.map { "<\($0)>" } ?? ""
        guard !self.isPositional else { return value }
        let names = self.names.sorted {
            ($0.hasPrefix("--") ? 1 : 0) < ($1.hasPrefix("--") ? 1 : 0)
        }
        return names.joined(separator: ", ") + (value.isEmpty ? "" : " \(value)")
    }

    func isListed(in common: [String]?) -> Bool {
        guard let common, !self.isPositional else { return true }
        return self.names.contains { common.contains(String($0.dropFirst(2))) }
    }

    fileprivate var firstSentence: String {
        guard let end = self.abstract.firstRange(of: ". ") else { return self.helpText }
        return self.abstract[..<end.lowerBound] + "."
    }

    fileprivate var helpText: String {
        var facts: [String] = []
        if !self.allValues.isEmpty { facts.append(self.allValues.joined(separator: ", ")) }
        if let defaultValue { facts.append("default: \(defaultValue)") }
        return facts.isEmpty ? self.abstract : "\(self.abstract) (\(facts.joined(separator: "; ")))"
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        String(self.reversed().drop { $0 == "\n" }.reversed())
    }
}
