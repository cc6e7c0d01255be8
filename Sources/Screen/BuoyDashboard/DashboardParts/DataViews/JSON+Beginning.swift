import ChannelsProtocol

extension JSONValue {
    /// Slightly more than `limit` bytes if the text is longer. The time depends on the limit, not
    /// on the size of the value.
    func beginning(_ limit: Int) -> String {
        guard self.isContainer else { return self.scalarText(limit) }
        var text = self.openingBracket
        // An explicit stack, so that the nesting depth of the data does not matter.
        var open: [(value: JSONValue, next: Int)] = [(self, 0)]
        while let (value, next) = open.last, text.utf8.count <= limit {
            guard let (step, child) = value.child(at: next) else {
                text += value.closingBracket
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            if next > 0 { text += "," }
            if case .member(let name) = step {
                text += JSONValue.string(name).scalarText(limit) + ":"
            }
            if child.isContainer {
                text += child.openingBracket
                open.append((child, 0))
            } else {
                text += child.scalarText(limit)
            }
        }
        return text
    }

    private func scalarText(_ limit: Int) -> String {
        switch self {
        case .string(let text) where text.utf8.count > limit:
            JSONValue.string(String(decoding: text.utf8.prefix(limit), as: UTF8.self)).compactText
        case .number(let digits) where digits.utf8.count > limit: String(digits.prefix(limit + 1))
        default: self.compactText
        }
    }

    private var openingBracket: String { self.objectValue == nil ? "[" : "{" }
    private var closingBracket: String { self.objectValue == nil ? "]" : "}" }
}
