package struct CompletedLine: Sendable {
    let words: [String]
    let index: Int

    /// - Parameter words: what the shell passes on, starting with the program.
    init(_ words: [String], at index: Int) {
        self.words = words.dropFirst().map(Self.unquoted)
        self.index = index - 1
    }

    var typed: String {
        self.words.indices.contains(self.index) ? self.words[self.index] : ""
    }

    package var before: ArraySlice<String> { self.words.prefix(max(self.index, 0)) }

    var others: [String] {
        self.words.enumerated().filter { $0.offset != self.index }.map(\.element)
    }

    /// The values that the line gives an option, as `--server prod` or `--server=prod`.
    func values(of option: String) -> [String] {
        self.words.indices.compactMap { place in
            let word = self.words[place]
            if word.hasPrefix(option + "="), place != self.index {
                return String(word.dropFirst(option.count + 1))
            }
            guard word == option else { return nil }
            // Bash makes three words of --server=prod.
            let isSplit = place + 1 < self.words.count && self.words[place + 1] == "="
            let value = place + (isSplit ? 2 : 1)
            return value < self.words.count && value != self.index ? self.words[value] : nil
        }
    }

    package var configurationPath: String? { self.values(of: "--config").last }

    /// Whether a word that is neither an option nor, as far as can be seen, the value of one
    /// follows a command.
    package func hasArgument(of command: String) -> Bool {
        guard let start = self.before.firstIndex(of: command) else { return false }
        return self.before.indices.dropFirst(start + 1).contains { place in
            let (word, last) = (self.words[place], self.words[place - 1])
            return !word.hasPrefix("-") && (!last.hasPrefix("-") || last.contains("="))
        }
    }

    private static func unquoted(_ word: String) -> String {
        guard word.count > 1, let mark = word.first, mark == "'" || mark == "\"", word.last == mark
        else { return word }
        return String(word.dropFirst().dropLast())
    }
}
