package import BuoyProtocolCases
import ChannelsBasics
import ChannelsProtocol

/// The page with all results of a folder.
package struct ConformTable {
    private let cases: [ConformCase]
    private let reports: [ConformReport]

    package init(_ cases: [ConformCase], _ reports: [ConformReport]) {
        self.cases = cases
        self.reports = reports.sorted {
            ($0.rows.isEmpty ? 1 : 0, $0.subject.lowercased())
                < ($1.rows.isEmpty ? 1 : 0, $1.subject.lowercased())
        }
    }

    /// Reads all `.json` files of a folder.
    package static func reports(in folder: String) throws(StepFailure) -> [ConformReport] {
        guard let names = Folder.names(in: folder) else {
            throw StepFailure(FileProblem.cannot(.read, folder))
        }
        var reports: [ConformReport] = []
        for name in names.sorted() where name.hasSuffix(".json") {
            reports.append(try Self.report(in: "\(folder)/\(name)"))
        }
        return reports
    }

    private static func report(in path: String) throws(StepFailure) -> ConformReport {
        let bytes: [UInt8]
        do throws(UserFile.Failure) {
            bytes = try UserFile.read(path, limit: 4 << 20).bytes
        } catch {
            throw StepFailure(FileProblem.cannot(.read, path, reason: error.description))
        }
        guard let json = try? JSONValue(parsing: bytes) else {
            throw StepFailure("\(path) is not JSON")
        }
        do throws(StepFailure) { return try ConformReport(json) } catch {
            throw StepFailure("\(path): \(error.text)")
        }
    }

    /// In Markdown, without the line break at the end.
    package var text: String {
        let legend = ["Symbols: \(CaseOutcome.legend)."]
        return (legend + self.part("server", "Servers") + self.part("client", "Clients"))
            .joined(separator: "\n")
    }

    private func part(_ kind: String, _ title: String) -> [String] {
        let cases = self.cases.filter { $0.isForServers == (kind == "server") }
        let met = self.reports.filter { $0.kind == kind && !$0.rows.isEmpty }
        return ["", "## \(title)", ""] + self.summary(kind) + [""] + Self.matrix(cases, met)
            + met.flatMap(self.failures)
    }

    private func summary(_ kind: String) -> [String] {
        ["| subject | date | result |", "| --- | --- | --- |"]
            + self.reports.filter { $0.kind == kind }.map { report in
                let name = ConformReport.cell(report.subject)
                guard !report.rows.isEmpty else {
                    return "| \(name) | *not yet met* | `\(report.command)` |"
                }
                let software =
                    report.software.isEmpty ? "" : " (\(ConformReport.cell(report.software)))"
                return "| \(name)\(software) | \(report.date) | \(report.summary) |"
            }
    }

    private static func matrix(_ cases: [ConformCase], _ reports: [ConformReport]) -> [String] {
        guard !reports.isEmpty else { return [] }
        let head = reports.map { ConformReport.cell($0.name) }.joined(separator: " | ")
        let rule = String(repeating: " --- |", count: reports.count)
        return ["| case | rule | level | \(head) |", "| --- | --- | --- |\(rule)"]
            + cases.map { entry in
                let symbols = reports.map { report in
                    report.rows.first { $0.id == entry.id }?.outcome.symbol ?? ""
                }
                return "| \(entry.id) | \(ConformReport.cell(entry.title)) | "
                    + "\(entry.level.rawValue) | \(symbols.joined(separator: " | ")) |"
            }
    }

    /// What each subject said where it did not follow a rule.
    private func failures(_ report: ConformReport) -> [String] {
        let rows = report.rows.filter { [.failed, .differs].contains($0.outcome) }
        guard !rows.isEmpty else { return [] }
        return ["", "### \(ConformReport.cell(report.subject))", ""]
            + rows.map { "- \($0.id): \(ConformReport.cell(Self.excerpt($0.reason)))" }
    }

    /// The results have the rest.
    private static func excerpt(_ reason: String) -> String {
        reason.count > 240 ? "\(reason.prefix(240))…" : reason
    }
}

extension ConformReport {
    /// The subject without its version.
    fileprivate var name: String {
        let words = self.subject.split(separator: " ").prefix { !$0.contains(where: \.isNumber) }
        return words.isEmpty ? self.subject : words.joined(separator: " ")
    }
}
