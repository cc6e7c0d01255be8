extension SourceReading {
    /// A function or an initializer with a body.
    struct Function {
        /// The file's name without its folders, and the function's: `Terminal.swift init`.
        let name: String
        /// The number of lines between its braces.
        let length: Int
    }

    /// The functions and initializers of a file. Properties are left out: the long ones are tables,
    /// with a row for each case.
    static func functions(in file: String) throws -> [Function] {
        let lines = self.code(try Repository.text(file))
        let fileName = file.split(separator: "/").last.map(String.init) ?? file
        return lines.indices.compactMap { start in
            guard let name = self.functionName(in: lines[start]),
                let brace = self.openingBrace(of: start, in: lines)
            else { return nil }
            let end = "\(self.indentation(of: lines[start]))}"
            let body = lines[(brace + 1)...].prefix { !$0.hasPrefix(end) }
            return Function(name: "\(fileName) \(name)", length: body.count)
        }
    }

    private static func indentation(of line: String) -> Substring { line.prefix { $0 == " " } }

    /// `    package static func read(_ file: String) {` → `read`.
    private static func functionName(in line: String) -> String? {
        guard line.utf8.contains(UInt8(ascii: "(")) else { return nil }
        let words = line.prefix { $0 != "(" }.split(separator: " ")
        guard let last = words.last else { return nil }
        if last == "init" || last == "init?" || last.hasPrefix("init<") { return "init" }
        guard words.count > 1, words[words.count - 2] == "func" else { return nil }
        return String(last.prefix { $0 != "<" })
    }

    /// The line with the brace that opens a body: it is indented as the declaration. A requirement
    /// of a protocol has none.
    private static func openingBrace(of start: Int, in lines: [String]) -> Int? {
        let indentation = self.indentation(of: lines[start])
        for index in lines[start...].indices {
            let line = lines[index]
            let isDeeper = line.hasPrefix("\(indentation) ")
            let continues =
                index == start || [")", "{"].contains { line.hasPrefix("\(indentation)\($0)") }
            guard isDeeper || continues else { return nil }
            if continues, line.hasSuffix("{") { return index }
            // The whole body in the line of the declaration.
            if continues, line.hasSuffix("}") { return nil }
        }
        return nil
    }
}
