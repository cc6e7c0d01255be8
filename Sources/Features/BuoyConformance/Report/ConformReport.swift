import BuoyProgramSupport
package import BuoyProtocolCases
import BuoyTextScreen
import ChannelsBasics
package import ChannelsProtocol
import OrderedCollections

/// The results of one subject, as they are printed, saved and read again.
package struct ConformReport: Sendable {
    package struct Row: Hashable, Sendable {
        package let id: String
        package let outcome: CaseOutcome
        package let reason: String
    }

    package var kind: String
    /// The name of the server or client in the table.
    package var subject: String
    /// What the server says of itself, or the version of the client.
    package var software: String
    /// `2026-11-29`; empty if the subject has not been met.
    package var date: String
    package var program: String
    /// How to fill the row; for a subject that has not been met.
    package var command: String
    package var rows: [Row]

    package init(
        _ kind: String, subject: String, software: String, date: String, program: String,
        _ cases: [ConformCase], _ results: [CaseResult]
    ) {
        (self.kind, self.subject, self.software) = (kind, subject, software)
        (self.date, self.program, self.command) = (date, program, "")
        self.rows = zip(cases, results).map { entry, result in
            Row(
                id: entry.id, outcome: CaseOutcome(entry.level, result.verdict),
                reason: result.reason)
        }
    }

    package func count(_ outcome: CaseOutcome) -> Int { self.rows.count { $0.outcome == outcome } }

    package var hasFailed: Bool { self.count(.failed) > 0 }

    package var summary: String { CaseOutcome.summary(self.rows.map(\.outcome)) }
}

// MARK: Lines

extension ConformReport {
    /// A line for each area, and below it what did not pass, and why.
    ///
    /// - Parameter recordings: by the number of the case.
    package func lines(_ cases: [ConformCase], recordings: [String: String]) -> [String] {
        let pairs = Array(zip(cases, self.rows))
        let areas = OrderedSet(cases.map(\.area))
        let width = (areas.map(\.count).max() ?? 0) + 2
        var lines: [String] = []
        for area in areas {
            let own = pairs.filter { $0.0.area == area }
            let summary = CaseOutcome.summary(own.map(\.1.outcome))
            lines.append(area.padded(to: width) + summary)
            for (entry, row) in own where ![.passed, .skipped].contains(row.outcome) {
                lines += Self.details(entry, row, recordings[entry.id])
            }
            lines += Self.skipped(own.map(\.1))
        }
        let software = self.software.isEmpty ? "" : " (\(self.software))"
        return lines + ["", "\(self.subject)\(software): \(self.summary)"]
    }

    private static func details(
        _ entry: ConformCase, _ row: Row, _ recording: String?
    ) -> [String] {
        let word = row.outcome == .failed ? "FAILED" : row.outcome.rawValue
        let texts = [
            row.reason, "\(entry.level.rawValue): \(entry.rule) (\(entry.source))",
        ]
        return ["  \(word.padded(to: 7)) \(entry.id)  \(entry.title)"]
            + texts.map { String(HelpText.wrapped($0.trimmed.oneLine(), indent: 10).dropLast()) }
            + (recording.map { ["          \($0)"] } ?? [])
    }

    /// Those with the same reason together.
    private static func skipped(_ rows: [Row]) -> [String] {
        let skipped = rows.filter { $0.outcome == .skipped }
        return OrderedSet(skipped.map(\.reason)).map { reason in
            let ids = skipped.filter { $0.reason == reason }.map(\.id)
            let text = "\(ids.joined(separator: ", ")): \(reason)"
            return "  not run" + HelpText.wrapped(text, indent: 10).dropFirst(9).dropLast()
        }
    }

    package func markdown(_ cases: [ConformCase]) -> [String] {
        let facts = [self.software, self.date, self.program].filter { !$0.isEmpty }
        return [
            "# \(Self.cell(self.subject))", "",
            "\(Self.cell(facts.joined(separator: ", "))): \(self.summary).", "",
            "| case | rule | level | result | what it said |", "| --- | --- | --- | --- | --- |",
        ]
            + zip(cases, self.rows).map { entry, row in
                "| \(entry.id) | \(Self.cell(entry.title)) | \(entry.level.rawValue) | "
                    + "\(row.outcome.rawValue) | \(Self.cell(row.reason)) |"
            }
    }

    /// Text from others must not end a cell, or be read as HTML.
    static func cell(_ text: String) -> String {
        PlainOutput.line(text).replacing("\\", with: "\\\\").replacing("|", with: "\\|")
            .replacing("<", with: "&lt;").replacing("`", with: "\\`").replacing("*", with: "\\*")
            .replacing("_", with: "\\_")
    }
}

// MARK: JSON

extension ConformReport {
    package var json: JSONValue {
        [
            "kind": JSONValue(self.kind), "subject": JSONValue(self.subject),
            "software": JSONValue(self.software), "date": JSONValue(self.date),
            "program": JSONValue(self.program), "summary": JSONValue(self.summary),
            "cases": .array(
                self.rows.map { row in
                    [
                        "id": JSONValue(row.id), "result": JSONValue(row.outcome.rawValue),
                        "reason": JSONValue(row.reason),
                    ]
                }),
        ]
    }

    /// - Throws: what the file lacks.
    package init(_ json: JSONValue) throws(StepFailure) {
        guard let kind = json["kind"]?.stringValue, ["server", "client"].contains(kind),
            let subject = json["subject"]?.stringValue, !subject.isEmpty
        else { throw StepFailure("it has no kind (server or client) and subject") }
        (self.kind, self.subject) = (kind, subject)
        self.software = json["software"]?.stringValue ?? ""
        self.date = json["date"]?.stringValue ?? ""
        self.program = json["program"]?.stringValue ?? ""
        self.command = json["command"]?.stringValue ?? ""
        self.rows = (json["cases"]?.arrayValue ?? []).compactMap { row in
            guard let id = row["id"]?.stringValue,
                let outcome = CaseOutcome(rawValue: row["result"]?.stringValue ?? "")
            else { return nil }
            return Row(id: id, outcome: outcome, reason: row["reason"]?.stringValue ?? "")
        }
    }
}
