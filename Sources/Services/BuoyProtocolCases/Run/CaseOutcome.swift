/// What a result means, given how strict the rule is.
package enum CaseOutcome: String, Hashable, Sendable, CaseIterable {
    case passed, failed, differs, absent, skipped = "not run"

    package init(_ level: ConformCase.Level, _ verdict: CaseResult.Verdict) {
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
    package var symbol: String {
        switch self {
        case .passed: "✓"
        case .failed: "✗"
        case .differs: "≠"
        case .absent: "○"
        case .skipped: "–"
        }
    }

    /// The meaning of the outcomes, for people.
    package static let legend =
        "✓ passed, ✗ failed (must), ≠ differs (should), ○ absent (may), – not run"

    /// `71 passed, 2 failed, 1 not run`
    package static func summary(_ outcomes: [CaseOutcome]) -> String {
        self.allCases.compactMap { outcome in
            let count = outcomes.count { $0 == outcome }
            return count > 0 ? "\(count) \(outcome.rawValue)" : nil
        }.joined(separator: ", ")
    }
}
