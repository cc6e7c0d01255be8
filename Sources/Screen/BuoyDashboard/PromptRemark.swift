/// The dashboard's remark on a string in a prompt before it is submitted: its effect, or
/// why that is not possible.
package struct PromptRemark: Hashable, Sendable {
    /// A few words, or a sentence. It may contain what was typed.
    let text: String
    /// Whether the text would be refused.
    let isProblem: Bool

    package init(_ text: String, isProblem: Bool = false) {
        self.text = text
        self.isProblem = isProblem
    }
}
