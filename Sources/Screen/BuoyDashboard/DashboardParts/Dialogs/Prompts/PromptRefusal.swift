package struct PromptRefusal: Error, Hashable, Sendable {
    let text: String
    let range: Range<Int>

    package init(text: String, range: Range<Int> = 0..<0) {
        self.text = text
        self.range = range
    }

    func moved(by offset: Int) -> PromptRefusal {
        guard !self.range.isEmpty else { return self }
        let range = self.range.lowerBound + offset..<self.range.upperBound + offset
        return PromptRefusal(text: self.text, range: range)
    }
}
