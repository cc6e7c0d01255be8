/// Why the text of a prompt is invalid.
package struct PromptRefusal: Error, Hashable, Sendable {
    /// A sentence for the user.
    let text: String
    /// The characters concerned; empty if all are.
    let range: Range<Int>

    /// - Parameter range: the characters that it is about; none when it is about all of them.
    package init(text: String, range: Range<Int> = 0..<0) {
        self.text = text
        self.range = range
    }

    /// The same for a string that starts this many characters into a line.
    func moved(by offset: Int) -> PromptRefusal {
        guard !self.range.isEmpty else { return self }
        let range = self.range.lowerBound + offset..<self.range.upperBound + offset
        return PromptRefusal(text: self.text, range: range)
    }
}
