/// Without its position: what is wrong, and what to do.
struct TOMLMistake: Error, Hashable {
    let text: String

    private init(_ text: String) { self.text = text }

    func fault(at place: TOMLPlace) -> TOMLDocument.Fault {
        TOMLDocument.Fault(line: place.line, column: place.column, text: self.text)
    }

    static let control = Self(
        "control characters are not allowed: remove it, or write an escape such as \\u001B")
    static let nul = Self("NUL characters are not allowed: remove \\u0000")
    static let tooManyDots = Self(
        "too many dots in one name: use at most \(TOMLReader.deepest - 1)")
    static let tooDeep = Self(
        "values are nested too deeply: use at most \(TOMLReader.deepest) levels")
    static let extraText = Self(
        "unexpected text: start a new line, or write # before a comment")
}

// Keys and headers.
extension TOMLMistake {
    static let badKey = Self(
        "expected a key: use letters, digits, - and _, or put the key in quotation marks")
    static let longKey = Self("a key must be on one line: use one pair of quotation marks")
    static let noEquals = Self("expected = after the key: write key = value")
    static let noTableName = Self("the table has no name: write one between the brackets")
    static let openHeader = Self("expected ] after the name of the table: write [name]")
    static let openElementHeader = Self("expected ]] after the name of the array: write [[name]]")
}

// Values.
extension TOMLMistake {
    static let noValue = Self(
        "expected a value: a string in quotation marks, a number, true, false, an array or a table")
    static let unquoted = Self(
        "expected a value: put a string in quotation marks, or write true or false")
    static let badNumber = Self(
        "not a number: write digits, such as 10, 0.5 or 1e6, or put a string in quotation marks")
    static let leadingZero = Self("a number must not start with 0: remove the leading zeros")
    static let largeInteger = Self(
        "the number is out of range: use one from \(Int.min) to \(Int.max)")
    static let largeNumber = Self("the number is out of range: use one up to 1.8e308")
    static let badTime = Self(
        "not a date or a time: write 2024-12-31, 23:59:59 or 2024-12-31T23:59:59Z")

    static let openArray = Self("the array is not closed: add ] at its end")
    static func noComma(arrayLine line: Int) -> Self {
        Self("expected a comma or ] in the array that starts on line \(line)")
    }
    static let openInlineTable = Self(
        "the inline table is not closed: add } on the same line, or use a [table]")
    static let noInlineComma = Self("expected a comma or } in the inline table")
    static let lastComma = Self("an inline table must not end with a comma: remove it")

    static let openString = Self(
        "the string is not closed: add the quotation mark at its end, on the same line")
    static let openLongString = Self(
        "the string is not closed: add the three quotation marks at its end")
    static let badEscape = Self(
        "unknown escape: write \\\\ for a backslash, or put the string in single quotes")
    static func shortCodePoint(_ digits: Int) -> Self {
        Self("the escape needs \(digits) hexadecimal digits: write them, or \\\\ for a backslash")
    }
    static let badCodePoint = Self(
        "the escape is not a character: use one up to 10FFFF, but not D800 to DFFF")
}

enum TOMLConflict {
    case secondValue, secondHeader, twoForms, setByKeys, hasHeader
    case value(TOMLNode)
}

extension TOMLMistake {
    static func conflict(_ conflict: TOMLConflict, path: [String], line: Int) -> Self {
        let name = Self.name(path)
        switch conflict {
        case .secondValue: return Self("\(name) is already set on line \(line): remove one of them")
        case .secondHeader:
            return Self("[\(name)] is already on line \(line): put all its keys there")
        case .twoForms:
            return Self(
                "\(name) is on line \(line) in another form: use either [\(name)] or [[\(name)]]")
        case .setByKeys:
            return Self("\(name) already has keys on line \(line): put all its keys there")
        case .hasHeader:
            return Self("\(name) has its own header on line \(line): put the key below that")
        case .value(let node) where node.table != nil || node.list != nil:
            return Self("\(name) is complete on line \(line): put all of it inside its brackets")
        case .value:
            return Self("\(name) is a value, not a table, on line \(line): rename one of them")
        }
    }

    private static func name(_ path: [String]) -> String {
        let name = path.prefix(Self.longestName).map {
            TOMLText.key(String($0.prefix(longestName)))
        }
        .joined(separator: ".")
        return name.count > Self.longestName ? name.prefix(Self.longestName - 1) + "…" : name
    }

    private static let longestName = 80
}
