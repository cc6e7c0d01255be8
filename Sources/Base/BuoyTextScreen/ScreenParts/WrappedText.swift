extension SafeText {
    /// Breaks at spaces; at least one line. A word that is too wide gets its own line, and text
    /// beyond `limit` stays in the last one; drawing cuts both.
    /// - Parameter first: the width of the first line, if it differs.
    package static func lines(
        of text: String, width: Int, first: Int? = nil, limit: Int = 3
    ) -> [SafeText] {
        var lines = [SafeText.empty]
        for word in text.split(separator: " ") {
            let word = SafeText(sanitizing: String(word), limit: 1024)
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = word
            } else if line.width + 1 + word.width <= (lines.count == 1 ? first ?? width : width)
                || lines.count == limit
            {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(word)
            }
        }
        return lines
    }
}
