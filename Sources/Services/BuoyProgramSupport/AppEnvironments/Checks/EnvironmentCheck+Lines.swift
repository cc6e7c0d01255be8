extension EnvironmentCheck {
    mutating func checkLines() {
        for problem in self.file.problems { self.add(problem) }
        for entry in self.ownEntries {
            self.checkQuotes(entry)
            self.checkReferences(entry)
        }
        self.checkRepetitions()
    }

    private mutating func add(_ problem: DotenvFile.Problem) {
        let (reason, name, line) = (problem.reason, problem.name, "line \(problem.line)")
        if reason.isLimit {
            self.add(
                line, .unusable, "\(name ?? "it") \(reason.words): \(reason.advice)")
        } else {
            // Without a line that buoy needs, it cannot connect.
            let isOwn = name.map(Self.appNames.contains) == true
            self.add(
                name ?? line, isOwn ? .unusable : .wrong,
                "\(name == nil ? "" : "it ")\(reason.words), and Laravel rejects the whole file: "
                    + reason.advice)
        }
    }

    private mutating func checkQuotes(_ entry: DotenvFile.Entry) {
        let (name, value) = (entry.name, entry.value)
        if let first = value.first, "“”„‘’«»".contains(first) {
            self.add(
                name, .wrong,
                "the curly quotation marks are part of the value: set \(name)=\"…\"")
        } else if value.first?.isWhitespace == true || value.last?.isWhitespace == true {
            self.add(
                name, .wrong,
                "the space inside the quotation marks is part of the value: remove it")
        }
        if entry.isCutByComment {
            self.add(
                name, .warning,
                "it ends at the #, which starts a comment: if # belongs to the value, set "
                    + "\(name)=\"…\"")
        }
    }

    private mutating func checkReferences(_ entry: DotenvFile.Entry) {
        if entry.quoting == .single, entry.value.contains("${") {
            self.add(
                entry.name, .wrong,
                "references are not expanded inside single quotation marks: set "
                    + "\(entry.name)=\"${…}\"")
        }
        for name in entry.unresolvedReferences {
            self.add(
                entry.name, .wrong,
                "it refers to \(name), which is not set above it: set \(name) first")
        }
    }

    private mutating func checkRepetitions() {
        var known: [String: DotenvFile.Entry] = [:]
        for entry in self.ownEntries {
            if let earlier = known[entry.name], earlier.value != entry.value {
                self.add(
                    entry.name, .warning,
                    "it is set on line \(earlier.line) and again, to a different value, on line "
                        + "\(entry.line), which wins: keep one of them")
            }
            known[entry.name] = entry
        }
    }
}

extension DotenvFile.Reason {
    /// What a line has, to be read after its number.
    fileprivate var words: String {
        switch self {
        case .invalidName: "has a name that is not allowed"
        case .missingClosingQuote: "has no closing quotation mark"
        case .unexpectedWord: "has a space outside quotation marks"
        case .invalidEscape: "has an unknown escape sequence"
        case .tooLargeValue: "has more than \(DotenvFile.largestValue >> 10) KiB"
        case .tooLargeFile: "brings the total of all values above \(DotenvFile.largest >> 20) MiB"
        }
    }

    fileprivate var advice: String {
        switch self {
        case .invalidName: "write NAME=value, with letters, digits and _ in the name"
        case .missingClosingQuote: "add it at the end of the value"
        case .unexpectedWord: "write the value as \"…\""
        case .invalidEscape: "write two backslashes, or use '…'"
        case .tooLargeValue, .tooLargeFile: "shorten it, or refer to fewer variables in it"
        }
    }
}
