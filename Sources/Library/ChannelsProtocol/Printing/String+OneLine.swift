extension String {
    /// Escapes control characters; an ellipsis replaces what exceeds the limit.
    package func oneLine(limit: Int = 200) -> String {
        var line = ""
        for (position, scalar) in self.unicodeScalars.enumerated() {
            guard position < limit else { return line + "…" }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                line += scalar.escaped(asASCII: true)
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
