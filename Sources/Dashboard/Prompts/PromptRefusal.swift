/// Why a prompt's text cannot be used.
struct PromptRefusal: Error, Hashable, Sendable {
    let text: String
    /// The characters that it is about; none when it is about all of them.
    var range = 0..<0

    /// The same for a text that begins this many characters into a line.
    func moved(by offset: Int) -> PromptRefusal {
        guard !self.range.isEmpty else { return self }
        let range = self.range.lowerBound + offset..<self.range.upperBound + offset
        return PromptRefusal(text: self.text, range: range)
    }
}
