import BuoyTextScreen
import ChannelsBasics
package import ChannelsProtocol

/// What a result means, given how strict the rule is.
package enum CaseOutcome: String, Hashable, Sendable, CaseIterable {
    case passed, failed, differs, absent, skipped = "not run"

    init(_ level: ConformCase.Level, _ verdict: CaseResult.Verdict) {
        self =
            switch (verdict, level) {
            case (.passed, _): .passed
            case (.skipped, _): .skipped
            case (.failed, .must): .failed
            case (.failed, .should): .differs
            case (.failed, .may): .absent
            }
    }

    /// In the tables of the documents.
    var symbol: String {
        switch self {
        case .passed: "✓"
        case .failed: "✗"
        case .differs: "≠"
        case .absent: "○"
        case .skipped: "–"
        }
    }

    /// The meaning of the outcomes, for people.
    static let legend =
        "✓ passed, ✗ failed (must), ≠ differs (should), ○ absent (may), – not run"
}

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

    /// `71 passed, 2 failed, 1 not run`
    package var summary: String {
        CaseOutcome.allCases.filter { self.count($0) > 0 }
            .map { "\(self.count($0)) \($0.rawValue)" }.joined(separator: ", ")
    }
}

// MARK: Lines

extension ConformReport {
    /// A line for each case under its area, with what went wrong below it.
    package func lines(_ cases: [ConformCase], recordings: [String: String]) -> [String] {
        var lines: [String] = []
        var area = ""
        for (entry, row) in zip(cases, self.rows) {
            if entry.area != area {
                area = entry.area
                lines += (lines.isEmpty ? [] : [""]) + [area]
            }
            let word = row.outcome == .failed ? "FAILED" : row.outcome.rawValue
            lines.append("  \(entry.id)  \(word.padded(to: 7))  \(entry.title)")
            guard !row.reason.isEmpty else { continue }
            lines.append("         \(row.reason)")
            guard row.outcome != .skipped else { continue }
            lines.append("         \(entry.level.rawValue): \(entry.rule) (\(entry.source))")
            if let path = recordings[entry.id] { lines.append("         buoy replay \(path)") }
        }
        let software = self.software.isEmpty ? "" : " (\(self.software))"
        return lines + ["", "\(self.subject)\(software): \(self.summary)"]
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
