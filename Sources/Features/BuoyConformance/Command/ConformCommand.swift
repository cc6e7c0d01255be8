import ArgumentParser
import BuoyProgramSupport
import BuoyProtocolCases
import ChannelsBasics

struct ConformCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conform",
        abstract: "Test whether a server or a client follows the protocol.",
        subcommands: [
            ConformServerCommand.self, ConformClientCommand.self, ConformCasesCommand.self,
            ConformTableCommand.self,
        ])
}

extension ConformCommand: HelpedCommand {
    static var examples: [CommandExample] {
        [
            CommandExample("buoy conform server --env .env", "the server of an app"),
            CommandExample("buoy conform client -- node client.js", "a client"),
        ]
    }
}

/// What both kinds of tests share.
struct ConformArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only these cases: numbers or patterns, such as S-101,S-4*.", valueName: "pattern"))
    var only: String?

    @Option(
        name: .customLong("cases"),
        help: ArgumentHelp("Also run the cases of this TOML file.", valueName: "file"),
        completion: .file())
    var file: String?

    @Flag(help: "Also run cases that take longer than a minute.")
    var slow = false

    @Option(
        help: ArgumentHelp(
            "How many cases run at the same time (default: 12 for a server, 6 for a client).",
            valueName: "number"))
    var parallel: Int?

    @Option(
        help: ArgumentHelp(
            "Save a recording of each case that fails in this folder.", valueName: "folder"),
        completion: .directory)
    var recordings: String?

    @Option(
        help: ArgumentHelp("The name of the subject in the report.", valueName: "name"))
    var subject: String?

    @Flag(.json, help: "Print JSON.") var printsJSON = false

    @Flag(help: "Print a Markdown table.") var markdown = false

    func validate() throws {
        if self.printsJSON, self.markdown {
            throw ValidationError("Use --json or --markdown, not both.")
        }
        if let count = self.parallel, !(1...32).contains(count) {
            throw ValidationError("--parallel must be between 1 and 32.")
        }
        _ = try self.cases(forServers: true)
    }

    func cases(forServers: Bool) throws -> [ConformCase] {
        do throws(CaseFile.Failure) {
            var cases = try CaseFile.builtIn()
            if let file { cases += try CaseFile.read(file) }
            let patterns = self.only?.split(separator: ",").map { Wildcard(String($0)) }
            return cases.filter { entry in
                entry.isForServers == forServers
                    && patterns?.contains { $0.matches(entry.id) } ?? true
            }
        } catch {
            throw ValidationError(error.description)
        }
    }
}

struct ConformCasesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cases",
        abstract: "List the cases, or show one.",
        usage: "buoy conform cases [CASE] [--cases FILE]",
        discussion: """
            Shows a case with its rule, the source of the rule and its steps.

            Exit codes: 0 done, 2 wrong usage, or an unknown case.
            """)

    @Argument(help: ArgumentHelp("The number of a case.", valueName: "case"))
    var id: String?

    @Option(
        name: .customLong("cases"),
        help: ArgumentHelp("Read the cases of this TOML file instead.", valueName: "file"),
        completion: .file())
    var file: String?

    func run() throws {
        let cases: [ConformCase]
        do throws(CaseFile.Failure) {
            if let file { cases = try CaseFile.read(file) } else { cases = try CaseFile.builtIn() }
        } catch { throw ProgramFailure(.usage, error.description) }
        guard let id else {
            let lines = cases.map {
                "\($0.id)  \($0.level.rawValue.padded(to: 6))  \($0.area): \($0.title)"
            }
            return try Console.print(lines.joined(separator: "\n"))
        }
        guard let entry = cases.first(where: { $0.id == id.uppercased() }) else {
            throw ValidationError(Suggestion.unknown("case", id, among: cases.map(\.id)))
        }
        try Console.print(entry.description)
    }
}

extension ConformCase {
    fileprivate var description: String {
        let needs = self.needs.map(\.rawValue).sorted().joined(separator: ", ")
        return
            ([
                "\(self.id)  \(self.title)", "", "rule    \(self.level.rawValue): \(self.rule)",
                "source  \(self.source)",
            ] + (needs.isEmpty ? [] : ["needs   \(needs)"])
            + (self.after.isEmpty ? [] : ["after   \(self.after.joined(separator: ", "))"])
            + ["", "steps"] + self.steps.map { "  \($0.line)" }).joined(separator: "\n")
    }
}

extension ConformCasesCommand: HelpedCommand {
    static var examples: [CommandExample] {
        [CommandExample("buoy conform cases S-101", "a rule, its source and its steps")]
    }
}

struct ConformTableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table",
        abstract: "Print a page with the results in a folder.",
        usage: "buoy conform table FOLDER",
        discussion: """
            Reads the JSON results of buoy conform, and prints Markdown.

            Exit codes: 0 done, 2 wrong usage, or a file that is not a result.
            """)

    @Argument(help: ArgumentHelp("A folder with results.", valueName: "folder"))
    var folder: String

    func run() throws {
        let reports: [ConformReport]
        do throws(StepFailure) { reports = try ConformTable.reports(in: self.folder) } catch {
            throw ProgramFailure(.usage, error.text)
        }
        try Console.print(ConformTable(CaseFile.builtIn(), reports).text)
    }
}
