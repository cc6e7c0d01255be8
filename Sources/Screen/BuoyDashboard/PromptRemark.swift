/// The effect of a string in a prompt before it is submitted, or why that is not possible.
package struct PromptRemark: Hashable, Sendable {
    let text: String
    let isProblem: Bool

    package init(_ text: String, isProblem: Bool = false) {
        self.text = text
        self.isProblem = isProblem
    }
}
